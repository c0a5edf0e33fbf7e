// The vision measurements of one member, below whatever page says who it is.
import { OfMember } from '~/kernel/measurement/of-member';
import { visionMeasurementsOf } from './vision-resource';

export default function VisionOfMember({ memberId }: { memberId: number }) {
  return <OfMember memberId={memberId} resourceOf={visionMeasurementsOf} />;
}
