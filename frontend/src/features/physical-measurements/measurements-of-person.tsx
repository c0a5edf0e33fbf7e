// The physical measurements of one person, below whatever page says who it is.
import { OfPerson, type Owner } from '~/kernel/measurement/of-person';
import { measurementsOf } from './measurement-resource';

export default function MeasurementsOfPerson({ owner }: { owner: Owner }) {
  return <OfPerson owner={owner} resourceOf={measurementsOf} />;
}
