// The physical measurements of a person, below the header of the person's page.
import { OfPerson, type Owner } from '~/kernel/measurement/of-person';
import { measurementsOf } from './measurement-resource';

export default function MeasurementsOfPerson({ owner }: { owner: Owner }) {
  return <OfPerson owner={owner} resourceOf={measurementsOf} />;
}
