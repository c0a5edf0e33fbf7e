// The psychological tests of one member, below whatever page says who it is.
import { OfMember } from '~/kernel/measurement/of-member';
import { psychologicalTestsOf } from './psychological-resource';

export default function PsychologicalOfMember({ memberId }: { memberId: number }) {
  return <OfMember memberId={memberId} resourceOf={psychologicalTestsOf} />;
}
