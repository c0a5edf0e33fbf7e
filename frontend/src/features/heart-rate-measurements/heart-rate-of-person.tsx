// The heart rates of a person, below the header of the person's page.
import { OfPerson, type Owner } from '~/kernel/measurement/of-person';
import { heartRatesOf } from './heart-rate-resource';

export default function HeartRatesOfPerson({ owner }: { owner: Owner }) {
  return <OfPerson owner={owner} resourceOf={heartRatesOf} />;
}
