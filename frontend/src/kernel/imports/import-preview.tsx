// The preview of an import: the number of rows, and how they were understood.
import { Alert, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { NOTHING } from '~/kernel/field/nothing';
import { formatList, formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { Dotted } from '~/ui/dotted';
import { InfoIcon } from '~/ui/icons';
import type { Preview } from './import';
import { ImportDifferences } from './import-differences';
import { useNames } from './import-names';
import { Section } from './import-section';
import { asRead, momentsAsRead } from './import-value';
import classes from './import-section.module.css';

// Names that are the same in every language.
const ENCODINGS = { UTF_8: 'UTF-8', UTF_16: 'UTF-16', CP949: 'CP949 (EUC-KR)' } as const;

interface ImportPreviewProps {
  preview: Preview;
  /** Row counts that only this kind of import has. */
  counts: ReactNode;
}

export function ImportPreview({ preview, counts }: ImportPreviewProps) {
  const t = useText();
  const { columnName, wordName } = useNames();
  return (
    <Stack gap="md">
      {/* If the file has several sheets, the sheet picker names the sheet. */}
      <Source preview={preview} />
      <Group grow gap="sm" align="stretch">
        <Count label={t('import.validRows')} value={preview.validRows} />
        {counts}
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
      {preview.assumed.length > 0 && (
        <Alert variant="light" color="gray" icon={<InfoIcon size={18} stroke={1.6} />}>
          {t('import.assumed', {
            values: formatList(
              preview.assumed.map(({ field, value, rows }) =>
                t('import.assumedValue', {
                  field: columnName(field),
                  value: wordName(field, value) ?? value,
                  rows,
                }),
              ),
            ),
          })}
        </Alert>
      )}
      {preview.understood.length > 0 && <Understood cells={preview.understood} />}
      {preview.unusual.length > 0 && (
        <div>
          <ImportDifferences
            title={t('import.unusual')}
            differences={preview.unusual.map(({ value, ...told }) => ({ ...told, after: value }))}
            // They are not in the report: the measurements themselves are marked.
            rows={0}
          />
          <Text size="sm" c="dimmed" mt={6}>
            {t('import.unusualRows', { count: preview.unusualRows })}
            <br />
            {t('import.unusualHint')}
          </Text>
        </div>
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
                    {value === ''
                      ? NOTHING
                      : (wordName(preview.columns[index], value) ??
                        asRead(preview.columns[index], value))}
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

interface CountProps {
  label: string;
  value: number;
  alarm?: boolean;
}

export function Count({ label, value, alarm = false }: CountProps) {
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

/** Values in unusual notation, so that users notice a wrong interpretation. */
function Understood({ cells }: { cells: Preview['understood'] }) {
  const t = useText();
  return (
    <Section title={t('import.understood')}>
      <thead>
        <tr>
          <th scope="col">{t('import.fileColumn')}</th>
          <th scope="col">{t('import.written')}</th>
          <th scope="col">{t('import.read')}</th>
          <th scope="col">{t('import.rowCount')}</th>
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <tr key={`${String(cell.index)} ${cell.spelling}`}>
            <td dir="auto">{cell.name}</td>
            <td className={classes.value} dir="auto">
              {cell.written}
            </td>
            <td dir="auto">{momentsAsRead(cell.read)}</td>
            <td>{formatNumber(cell.rows)}</td>
          </tr>
        ))}
      </tbody>
    </Section>
  );
}

/** The detected properties of the file, so that users notice a wrong guess. */
function Source({ preview }: { preview: Pick<Preview, 'source' | 'sheets' | 'headerLine'> }) {
  const t = useText();
  const { source, sheets, headerLine } = preview;
  const parts = [
    sheets.length === 0 &&
      source.sheet !== null &&
      t('import.sourceSheet', { sheet: source.sheet }),
    source.encoding !== null &&
      t('import.sourceEncoding', { encoding: ENCODINGS[source.encoding] }),
    source.delimiter !== null &&
      t('import.sourceDelimiter', { delimiter: t(`import.delimiter.${source.delimiter}`) }),
    headerLine !== null && t('import.sourceHeader', { line: headerLine }),
  ];
  return (
    <Text size="sm" c="dimmed">
      <Dotted parts={parts.filter((part) => part !== false)} />
    </Text>
  );
}
