// The vision measurements of a person, below the header of the person's page.
import { OfPerson, type Owner } from '~/kernel/measurement/of-person';
import { visionMeasurementsOf } from './vision-resource';

export default function VisionOfPerson({ owner }: { owner: Owner }) {
  return <OfPerson owner={owner} resourceOf={visionMeasurementsOf} />;
}
