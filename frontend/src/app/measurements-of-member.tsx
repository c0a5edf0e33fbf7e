// The measurements of a member, below the header of the member's page.
import { Outlet, useOutletContext } from 'react-router';
import { REPORTS } from '~/features/reports/screens';
import { KindsOfPerson } from '~/kernel/measurement/kinds-of-person';
import { RegisterFor } from '~/kernel/measurement/register-for';
import { useRecordId } from '~/kernel/resource/use-dialog-route';
import { KINDS } from './kinds-of-measurements';

export function Component() {
  const memberId = useRecordId();
  const page = useOutletContext();
  return (
    <>
      {memberId !== undefined && (
        <KindsOfPerson
          key={memberId}
          kinds={KINDS}
          owner={{ memberId }}
          actions={<RegisterFor resource={REPORTS} memberId={memberId} />}
        />
      )}
      <Outlet context={page} />
    </>
  );
}
