// The stress measurements of one person, below whatever page says who it is.
import { OfPerson, type Owner } from '~/kernel/measurement/of-person';
import { stressMeasurementsOf } from './stress-resource';

export default function StressOfPerson({ owner }: { owner: Owner }) {
  return <OfPerson owner={owner} resourceOf={stressMeasurementsOf} />;
}
