// What an import would do: how many rows, how they were understood, and which ones will not be taken, with why.
import { Alert, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Answer } from '~/domain/client';
import { fieldErrorText } from '~/kernel/errors/error-text';
import { NOTHING } from '~/kernel/field/nothing';
import { formatList, formatNumber } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { InfoIcon } from '~/ui/icons';
import classes from './import-preview.module.css';

type Preview = Answer<'PreviewMemberImport'>;

/** Nothing for what is wrong with a row as a whole. */
function columnName(column: string): string {
  if (column === '') return NOTHING;
  return textIfKnown(`field.name.${column}`) ?? column;
}

export function ImportPreview({ preview }: { preview: Preview }) {
  const t = useText();
  return (
    <Stack gap="md">
      <Group grow gap="sm">
        <Count label={t('import.validRows')} value={preview.validRows} />
        <Count
          label={t('import.invalidRows')}
          value={preview.invalidRows}
          alarm={preview.invalidRows > 0}
        />
      </Group>
      {preview.ignoredColumns.length > 0 && (
        <Alert variant="light" color="gray" icon={<InfoIcon size={18} stroke={1.6} />}>
          {t('import.ignoredColumns', { columns: formatList(preview.ignoredColumns) })}
        </Alert>
      )}
      {preview.problems.length > 0 && (
        <Section
          title={t('import.problems')}
          note={
            preview.invalidRows > preview.problems.length ? t('import.moreInReport') : undefined
          }
        >
          <thead>
            <tr>
              <th scope="col">{t('import.line')}</th>
              <th scope="col">{t('import.column')}</th>
              <th scope="col">{t('import.value')}</th>
              <th scope="col">{t('import.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {preview.problems.map((problem, index) => (
              <tr key={index}>
                <td>{formatNumber(problem.line)}</td>
                <td>{columnName(problem.violation.path)}</td>
                <td className={classes.value} dir="auto">
                  {problem.value ?? NOTHING}
                </td>
                <td>{fieldErrorText(problem.violation)}</td>
              </tr>
            ))}
          </tbody>
        </Section>
      )}
      {preview.sample.length > 0 && (
        <Section title={t('import.sample')}>
          <thead>
            <tr>
              <th scope="col">{t('import.line')}</th>
              {preview.columns.map((column) => (
                <th scope="col" key={column}>
                  {columnName(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.sample.map((row) => (
              <tr key={row.line}>
                <td>{formatNumber(row.line)}</td>
                {row.values.map((value, index) => (
                  <td key={index} dir="auto">
                    {value === '' ? NOTHING : value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Section>
      )}
    </Stack>
  );
}

function Count({ label, value, alarm = false }: { label: string; value: number; alarm?: boolean }) {
  return (
    <Paper withBorder p="sm" radius="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={650} data-numeric {...(alarm && { c: 'var(--mantine-color-error)' })}>
        {formatNumber(value)}
      </Text>
    </Paper>
  );
}

interface SectionProps {
  title: string;
  note?: string | undefined;
  children: ReactNode;
}

function Section({ title, note, children }: SectionProps) {
  return (
    <section>
      <Text fw={600} mb={6}>
        {title}
      </Text>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={title}>
        <table className={classes.table}>{children}</table>
      </div>
      {note !== undefined && (
        <Text size="sm" c="dimmed" mt={6}>
          {note}
        </Text>
      )}
    </section>
  );
}
