// The importer's description of the accepted columns, and sample files.
import { Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { saveBlob } from '~/kernel/download/save-blob';
import { errorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { useText } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { toast } from '~/kernel/toast/toast';
import { DownloadIcon, MoreIcon } from '~/ui/icons';
import type { Guide } from './import';
import { useNames } from './import-names';
import { Section } from './import-section';
import classes from './import-section.module.css';

type Column = Awaited<ReturnType<Guide['get']>>['columns'][number];

/** Acuities are numbers or words, and can also be written in these notations. */
const ACUITY_NOTATIONS = ['20/40', '6/12', 'logMAR 0.3'];

const FORMATS = ['XLSX', 'CSV'] as const;
export type SampleFormat = (typeof FORMATS)[number];

export function ImportGuide({
  guide: { key, get, sample: fetchSample, sampleName },
}: {
  guide: Guide;
}) {
  const t = useText();
  const id = useId();
  const [open, setOpen] = useState(false);
  const guide = useQuery({
    queryKey: [key, 'guide'],
    queryFn: ({ signal }) => get(signal),
    staleTime: Infinity,
    enabled: open,
  });
  const sample = useMutation({
    mutationFn: async (format: SampleFormat) => {
      saveBlob(await fetchSample(format), `${sampleName}.${format.toLowerCase()}`);
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
  });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {FORMATS.map((format) => (
          <Button
            key={format}
            size="xs"
            variant="light"
            leftSection={<DownloadIcon size={15} stroke={1.6} aria-hidden />}
            loading={sample.isPending && sample.variables === format}
            onClick={() => {
              sample.mutate(format);
            }}
          >
            {t('import.sampleFile', { format })}
          </Button>
        ))}
        <Button
          size="xs"
          variant="subtle"
          rightSection={<MoreIcon size={15} stroke={1.6} aria-hidden className={classes.more} />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {t('import.guide')}
        </Button>
      </Group>
      <Collapse expanded={open} id={id}>
        {guide.isLoading && <FieldsSkeleton />}
        {guide.isError && <QueryError error={guide.error} retry={() => void guide.refetch()} />}
        {guide.data && <Columns columns={guide.data.columns} />}
      </Collapse>
    </Stack>
  );
}

function Columns({ columns }: { columns: Column[] }) {
  const t = useText();
  const { columnName } = useNames();
  return (
    <Section title={t('import.guide')}>
      <thead>
        <tr>
          <th scope="col">{t('import.column')}</th>
          <th scope="col">{t('import.guideNames')}</th>
          <th scope="col">{t('import.guideForm')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column) => (
          <tr key={column.field}>
            <td>
              {columnName(column.field)}
              {column.required && (
                <Text span size="xs" c="var(--mantine-color-error)" ms={4}>
                  {t('import.guideRequired')}
                </Text>
              )}
            </td>
            <td className={classes.wrapping} lang="ko">
              {column.names.join(', ')}
            </td>
            <td className={classes.wrapping}>
              <Form column={column} />
            </td>
          </tr>
        ))}
      </tbody>
    </Section>
  );
}

function Form({ column }: { column: Column }) {
  const t = useText();
  if (column.field === 'birthDate') return t('validation.dateFormat');
  if (column.field === 'bloodPressure') return <bdi dir="ltr">118/76 {column.unit}</bdi>;
  if (column.field === 'measuredTime') return <bdi dir="ltr">09:30</bdi>;
  if (column.field === 'measuredAt') return t('validation.timeFormat');
  if (column.min === null || column.max === null) {
    if (column.words.length === 0) return NOTHING;
    return <span lang="ko">{column.words.join(', ')}</span>;
  }
  const range = `${column.min}–${column.max}`;
  if (column.words.length > 0) {
    return <span lang="ko">{[range, ...ACUITY_NOTATIONS, ...column.words].join(', ')}</span>;
  }
  return (
    <bdi dir="ltr">
      {range} {column.unit}
    </bdi>
  );
}
