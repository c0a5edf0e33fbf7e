// The physical measurements of one member, below whatever page says who it is.
import { OfMember } from '~/kernel/measurement/of-member';
import { measurementsOf } from './measurement-resource';

export default function MeasurementsOfMember({ memberId }: { memberId: number }) {
  return <OfMember memberId={memberId} resourceOf={measurementsOf} />;
}
