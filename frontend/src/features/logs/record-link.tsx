// Leads from an entry of the change log to the record that it tells of.
import { Button } from '@mantine/core';
import { useAccess } from '~/kernel/access/access';
import { useText } from '~/kernel/i18n/i18n';
import { Link } from '~/ui/link';

interface RecordLinkProps {
  /** Screens that could show it; the first that the reader may see. */
  paths: readonly string[];
  recordId: number;
}

export function RecordLink({ paths: [path, ...others], recordId }: RecordLinkProps) {
  const t = useText();
  const { read } = useAccess(path ?? '');
  if (path === undefined) return null;
  if (!read) return <RecordLink paths={others} recordId={recordId} />;
  return (
    <Button
      component={Link}
      to={`${path}/${String(recordId)}`}
      variant="default"
      style={{ alignSelf: 'start' }}
    >
      {t('action.openThere')}
    </Button>
  );
}
