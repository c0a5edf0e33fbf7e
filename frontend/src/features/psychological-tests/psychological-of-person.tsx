// The psychological tests of a person, below the header of the person's page.
import { OfPerson, type Owner } from '~/kernel/measurement/of-person';
import { psychologicalTestsOf } from './psychological-resource';

export default function PsychologicalOfPerson({ owner }: { owner: Owner }) {
  return <OfPerson owner={owner} resourceOf={psychologicalTestsOf} />;
}
