// Writes what the list shows, all pages of it, to a file; the server does it as a job. What it opens comes with the
// first press.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useText } from '~/kernel/i18n/i18n';
import { Anchored } from '~/ui/anchored';
import { DownloadIcon } from '~/ui/icons';
import type { Resource, ResourceRecord } from './definition';
import type { ExportDialogProps } from './export-dialog';

const ExportDialog = lazyPart<ExportDialogProps>(() => import('./export-dialog'));

export function ExportButton<Row extends ResourceRecord>({
  resource,
}: {
  resource: Resource<Row>;
}) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const { export: start } = resource.api;
  if (!start) return null;
  return (
    <Anchored
      label={t('export.open')}
      opened={opened}
      onClose={() => {
        setOpened(false);
      }}
      width="min(340px, 92vw)"
      withArrow
      button={(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<DownloadIcon size={16} stroke={1.6} aria-hidden />}
          onClick={() => {
            setOpened(!opened);
          }}
        >
          {t('export.open')}
        </Button>
      )}
    >
      <ExportDialog
        start={start}
        fields={resource.fields}
        filterForm={resource.filterForm}
        fixedFilters={resource.fixedFilters}
      />
    </Anchored>
  );
}
