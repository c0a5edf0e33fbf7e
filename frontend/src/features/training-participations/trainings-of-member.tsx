// The trainings of a member, below the header of the member's page.
import { OfPerson, type MemberOwner } from '~/kernel/measurement/of-person';
import { trainingParticipationsOf } from './training-resource';

export default function TrainingsOfMember({ owner }: { owner: MemberOwner }) {
  return <OfPerson owner={owner} resourceOf={trainingParticipationsOf} />;
}
