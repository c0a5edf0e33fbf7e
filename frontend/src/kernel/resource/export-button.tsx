// Exports all pages of a list to a file, as a job on the server. The dialog is loaded when the
// button is first pressed.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useText, withTexts } from '~/kernel/i18n/i18n';
import { readListState } from '~/kernel/url/list-state';
import { Anchored } from '~/ui/anchored';
import { DownloadIcon } from '~/ui/icons';
import type { Resource, ResourceRecord } from './definition';
import type { ExportDialogProps } from './export-dialog';
import { checkedFilters } from './list-query';

const ExportDialog = lazyPart<ExportDialogProps>(() =>
  withTexts('forms', import('./export-dialog')),
);

/** The export button of a list, with the filters of its address. */
export function ExportButton<Row extends ResourceRecord>({
  resource,
}: {
  resource: Resource<Row>;
}) {
  const { search } = useLocation();
  const { export: start } = resource.api;
  if (!start) return null;
  return (
    <ExportMenu
      reasonFor={resource.exportReason === 'many' ? [resource.key, 'list'] : resource.exportReason}
      start={(options) => {
        const state = readListState(new URLSearchParams(search));
        const { query, errors } = checkedFilters(resource, state);
        // The server would refuse it too. The list shows the errors without a request.
        if (Object.keys(errors).length > 0) return undefined;
        const sort = state.sort === undefined ? {} : { sort: state.sort };
        return start({ ...query, ...resource.fixedFilters, ...sort }, options);
      }}
    />
  );
}

export function ExportMenu(asked: ExportDialogProps) {
  const t = useText();
  const [opened, setOpened] = useState(false);
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
      <ExportDialog {...asked} />
    </Anchored>
  );
}
