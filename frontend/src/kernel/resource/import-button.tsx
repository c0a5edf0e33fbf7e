// The buttons that open the import of a file, for lists whose records can be imported.
import { Button } from '@mantine/core';
import { useLocation } from 'react-router';
import { useAccess } from '~/kernel/access/access';
import { useText } from '~/kernel/i18n/i18n';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { UploadIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { DIALOG_STATE } from './use-dialog-route';

/** Shown to users who may create single records. */
export function ImportButton() {
  const t = useText();
  const { pathname, search } = useLocation();
  if (!useAccess(pathname).create) return null;
  return (
    <Button
      component={Link}
      variant="default"
      to={{ pathname: 'import', search }}
      relative="path"
      state={DIALOG_STATE}
      leftSection={<UploadIcon size={16} stroke={1.6} aria-hidden />}
    >
      {t('import.open')}
    </Button>
  );
}

/**
 * A person who is imported also becomes a member of a company, so the user must be allowed to
 * create members.
 */
export function MemberImportButton() {
  return useAccess(MEMBERS_PATH).create ? <ImportButton /> : null;
}
