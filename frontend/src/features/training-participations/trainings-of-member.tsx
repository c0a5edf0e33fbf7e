// The trainings that one member has taken part in, below whatever page says who it is.
import { OfMember } from '~/kernel/measurement/of-member';
import { trainingParticipationsOf } from './training-resource';

export default function TrainingsOfMember({ memberId }: { memberId: number }) {
  return <OfMember memberId={memberId} resourceOf={trainingParticipationsOf} />;
}
