// The way into importing members from a file.
import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useAccess } from '~/kernel/access/access';
import { useText } from '~/kernel/i18n/i18n';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { UploadIcon } from '~/ui/icons';

export function ImportButton() {
  const t = useText();
  const { pathname, search } = useLocation();
  const access = useAccess(pathname);
  if (!access.create) return null;
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
