// The heart rates of one person, below whatever page says who it is.
import { OfPerson, type Owner } from '~/kernel/measurement/of-person';
import { heartRatesOf } from './heart-rate-resource';

export default function HeartRatesOfPerson({ owner }: { owner: Owner }) {
  return <OfPerson owner={owner} resourceOf={heartRatesOf} />;
}
