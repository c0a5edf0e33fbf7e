// The stress measurements of one member, below whatever page says who it is.
import { OfMember } from '~/kernel/measurement/of-member';
import { stressMeasurementsOf } from './stress-resource';

export default function StressOfMember({ memberId }: { memberId: number }) {
  return <OfMember memberId={memberId} resourceOf={stressMeasurementsOf} />;
}
