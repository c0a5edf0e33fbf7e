// The dementia screenings of a person, below the header of the person's page.
import { OfPerson, type Owner } from '~/kernel/measurement/of-person';
import { dementiaScreeningsOf } from './dementia-resource';
import { NoDiagnosis } from './no-diagnosis';

export default function DementiaOfPerson({ owner }: { owner: Owner }) {
  return (
    <OfPerson owner={owner} resourceOf={dementiaScreeningsOf}>
      <NoDiagnosis />
    </OfPerson>
  );
}
