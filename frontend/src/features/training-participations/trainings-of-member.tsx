// The trainings that one member has taken part in, below whatever page says who it is.
import { OfPerson, type MemberOwner } from '~/kernel/measurement/of-person';
import { trainingParticipationsOf } from './training-resource';

export default function TrainingsOfMember({ owner }: { owner: MemberOwner }) {
  return <OfPerson owner={owner} resourceOf={trainingParticipationsOf} />;
}
