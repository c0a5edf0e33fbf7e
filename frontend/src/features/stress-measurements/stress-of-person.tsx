// The stress measurements of a person, below the header of the person's page.
import { OfPerson, type Owner } from '~/kernel/measurement/of-person';
import { stressMeasurementsOf } from './stress-resource';

export default function StressOfPerson({ owner }: { owner: Owner }) {
  return <OfPerson owner={owner} resourceOf={stressMeasurementsOf} />;
}
