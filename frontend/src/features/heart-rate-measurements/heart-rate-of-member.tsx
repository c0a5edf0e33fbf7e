// The heart rates of one member, below whatever page says who it is.
import { OfMember } from '~/kernel/measurement/of-member';
import { heartRatesOf } from './heart-rate-resource';

export default function HeartRatesOfMember({ memberId }: { memberId: number }) {
  return <OfMember memberId={memberId} resourceOf={heartRatesOf} />;
}
