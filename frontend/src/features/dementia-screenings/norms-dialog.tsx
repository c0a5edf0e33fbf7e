// The norms of CIST: the current table, earlier ones, and the upload of a new one for users who
// may.
import '~/ui/controls/at-once';
import { Alert, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { saveBlob } from '~/kernel/download/save-blob';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDateTime, formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { useCloseDialog } from '~/kernel/resource/use-dialog-route';
import { DownloadIcon } from '~/ui/icons';
import { LoadNorms } from './load-norms';
import { NormTable } from './norm-table';
import { normsText } from './norms-text';

type Table = Answer<'ListDementiaNorms'>['tables'][number];

/** Polling interval for the progress while screenings are graded by a new table. */
const ASK_AGAIN = 2_000;

export function Component() {
  const t = useText();
  const close = useCloseDialog();
  const found = useQuery({
    queryKey: ['dementia-norms'],
    queryFn: ({ signal }) => call('ListDementiaNorms', {}, signal),
    refetchInterval: ({ state }) => (state.data?.tables[0]?.gradedAt === null ? ASK_AGAIN : false),
  });
  return (
    <DialogFrame title={t('dementia.norms')} onClose={close}>
      {found.isPending && <Skeleton height={240} />}
      {found.isError && <QueryError error={found.error} retry={() => void found.refetch()} />}
      {found.data && (
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {t('dementia.normsHint')}
          </Text>
          {found.data.tables.length === 0 ? (
            <Alert color="yellow" variant="light">
              {t('dementia.noNorms')}
            </Alert>
          ) : (
            <Tables tables={found.data.tables} />
          )}
          {found.data.load.allowed && <LoadNorms />}
        </Stack>
      )}
    </DialogFrame>
  );
}

function Tables({ tables }: { tables: readonly Table[] }) {
  const t = useText();
  const [chosen, setChosen] = useState<string | null>(null);
  const [newest] = tables;
  const shown = tables.find(({ version }) => String(version) === chosen) ?? newest;
  if (!shown) return null;
  return (
    <section>
      <Group justify="space-between" align="flex-end" mb="xs">
        <Select
          label={t('dementia.normVersion')}
          data={tables.map(({ version, loadedAt }) => ({
            value: String(version),
            label: t(version === newest?.version ? 'dementia.normInForce' : 'dementia.normBefore', {
              version,
              at: formatDateTime(loadedAt),
            }),
          }))}
          value={String(shown.version)}
          onChange={setChosen}
          allowDeselect={false}
          checkIconPosition="right"
          w={320}
        />
        <Button
          variant="default"
          leftSection={<DownloadIcon size={16} stroke={1.6} aria-hidden />}
          onClick={() => {
            saveBlob(new Blob([normsText(shown.norms)], { type: 'text/csv' }), shown.fileName);
          }}
        >
          {t('dementia.downloadNorms')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('dementia.loadedBy', { file: shown.fileName, name: shown.loadedBy })}
      </Text>
      {shown === newest && (
        <Text size="sm" c="dimmed" mb="xs" aria-live="polite">
          {shown.gradedAt === null
            ? t('dementia.grading')
            : t('dementia.graded', { changed: formatNumber(shown.changed) })}
        </Text>
      )}
      <NormTable norms={shown.norms} />
    </section>
  );
}
