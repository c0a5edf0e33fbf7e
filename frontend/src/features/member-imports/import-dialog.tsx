// Imports members with their measurements and, optionally, users for them.
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call, type Answer } from '~/domain/client';
import { useAccess } from '~/kernel/access/access';
import { useText } from '~/kernel/i18n/i18n';
import type { Guide } from '~/kernel/imports/import';
import { ImportDialog } from '~/kernel/imports/import-dialog';
import { COMMON_NAMES } from '~/kernel/imports/import-names';
import { Count } from '~/kernel/imports/import-preview';
import { NOT_VERIFIED, VerificationFields } from '~/kernel/link/verification';
import { REGULAR_USERS_PATH } from '~/kernel/screen/known-paths';
import { MemberChanges } from './member-changes';

type Preview = Answer<'PreviewMemberImport'>;

const GUIDE: Guide = {
  key: 'member-imports',
  get: (signal) => call('GetMemberImportGuide', {}, signal),
  sample: (format) => call('DownloadMemberImportSample', { query: { format } }),
  sampleName: 'member-import-sample',
};

export function Component() {
  const t = useText();
  const isOfUsers = useLocation().pathname.startsWith(REGULAR_USERS_PATH);
  const mayRegister = useAccess(REGULAR_USERS_PATH).create;
  const [asUsers, setAsUsers] = useState(isOfUsers);
  const [verification, setVerification] = useState(NOT_VERIFIED);
  const [acceptChanges, setAcceptChanges] = useState(false);
  return (
    <ImportDialog<Preview>
      what={{
        title: t('import.title'),
        hint: t('import.hint'),
        kind: 'MEMBER_IMPORT',
        names: COMMON_NAMES,
        guide: GUIDE,
        look: ({ companyId, file, about }) => {
          setAcceptChanges(false);
          return call('PreviewMemberImport', {
            path: { companyId },
            query: { ...about, ...(asUsers && verification) },
            body: file,
          });
        },
        review: (jobId, body) => call('ReviewMemberImport', { path: { jobId }, body }),
        start: (jobId, leaveOut) =>
          call('StartMemberImport', { path: { jobId }, body: { acceptChanges, leaveOut } }),
        questions: {
          isAnswered: !asUsers || (verification.evidence !== null && verification.level !== null),
          fields: (asked) => (
            <>
              {mayRegister && (
                <Checkbox
                  label={t('import.asUsers')}
                  description={t('import.asUsersHint')}
                  checked={asUsers}
                  onChange={(event) => {
                    setAsUsers(event.currentTarget.checked);
                  }}
                />
              )}
              {asUsers && (
                <VerificationFields
                  value={verification}
                  onChange={setVerification}
                  errorOf={(field) =>
                    asked && verification[field] === null ? t('validation.required') : undefined
                  }
                />
              )}
            </>
          ),
        },
        told: {
          counts: (found) => <Counts found={found} />,
          decisions: (found) =>
            found.changedRows > 0 && (
              <MemberChanges preview={found} accepted={acceptChanges} onAccept={setAcceptChanges} />
            ),
          rowsLeftOut: ({ changedRows }) => (acceptChanges ? 0 : changedRows),
        },
      }}
    />
  );
}

function Counts({ found: { newUsers, linkedMembers, changedRows } }: { found: Preview }) {
  const t = useText();
  return (
    <>
      {newUsers != null && <Count label={t('import.newUsers')} value={newUsers} />}
      {linkedMembers != null && linkedMembers > 0 && (
        <Count label={t('import.linkedMembers')} value={linkedMembers} />
      )}
      {changedRows > 0 && <Count label={t('import.changedRows')} value={changedRows} alarm />}
    </>
  );
}
