// What an import would do: how many rows, how they were understood, and which ones will not be taken, with why.
import { Alert, Group, Paper, Stack, Text } from '@mantine/core';
import type { Answer } from '~/domain/client';
import { fieldErrorText } from '~/kernel/errors/error-text';
import { NOTHING } from '~/kernel/field/nothing';
import { formatList, formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { Dotted } from '~/ui/dotted';
import { InfoIcon } from '~/ui/icons';
import { columnName, Section } from './import-section';
import { asRead } from './import-value';
import classes from './import-section.module.css';

type Preview = Answer<'PreviewMemberImport'>;

// Names that every language writes alike.
const ENCODINGS = { UTF_8: 'UTF-8', UTF_16: 'UTF-16', CP949: 'CP949 (EUC-KR)' } as const;

export function ImportPreview({ preview }: { preview: Preview }) {
  const t = useText();
  return (
    <Stack gap="md">
      {/* Which sheet it is stands in the choice of sheets, where there is one. */}
      {preview.sheets.length === 0 && <Source source={preview.source} />}
      <Group grow gap="sm" align="stretch">
        <Count label={t('import.validRows')} value={preview.validRows} />
        {preview.newUsers != null && (
          <Count label={t('import.newUsers')} value={preview.newUsers} />
        )}
        {preview.linkedMembers != null && preview.linkedMembers > 0 && (
          <Count label={t('import.linkedMembers')} value={preview.linkedMembers} />
        )}
        {preview.changedRows > 0 && (
          <Count label={t('import.changedRows')} value={preview.changedRows} alarm />
        )}
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
                <td className={classes.wrapping}>{fieldErrorText(problem.violation)}</td>
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
                    {value === '' ? NOTHING : asRead(preview.columns[index], value)}
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

/** What was found out about the file, so that a wrong guess is noticed. */
function Source({ source }: { source: Preview['source'] }) {
  const t = useText();
  const parts = [
    source.sheet !== null && t('import.sourceSheet', { sheet: source.sheet }),
    source.encoding !== null &&
      t('import.sourceEncoding', { encoding: ENCODINGS[source.encoding] }),
    source.delimiter !== null &&
      t('import.sourceDelimiter', { delimiter: t(`import.delimiter.${source.delimiter}`) }),
  ];
  return (
    <Text size="sm" c="dimmed">
      <Dotted parts={parts.filter((part) => part !== false)} />
    </Text>
  );
}
