// The vision measurements of one person, below whatever page says who it is.
import { OfPerson, type Owner } from '~/kernel/measurement/of-person';
import { visionMeasurementsOf } from './vision-resource';

export default function VisionOfPerson({ owner }: { owner: Owner }) {
  return <OfPerson owner={owner} resourceOf={visionMeasurementsOf} />;
}
