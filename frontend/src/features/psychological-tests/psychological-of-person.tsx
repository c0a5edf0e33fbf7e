// The psychological tests of one person, below whatever page says who it is.
import { OfPerson, type Owner } from '~/kernel/measurement/of-person';
import { psychologicalTestsOf } from './psychological-resource';

export default function PsychologicalOfPerson({ owner }: { owner: Owner }) {
  return <OfPerson owner={owner} resourceOf={psychologicalTestsOf} />;
}
