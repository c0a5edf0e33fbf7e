// The screenings for dementia of one member, below whatever page says who it is.
import { OfMember } from '~/kernel/measurement/of-member';
import { dementiaScreeningsOf } from './dementia-resource';
import { NoDiagnosis } from './no-diagnosis';

export default function DementiaOfMember({ memberId }: { memberId: number }) {
  return (
    <OfMember memberId={memberId} resourceOf={dementiaScreeningsOf}>
      <NoDiagnosis />
    </OfMember>
  );
}
