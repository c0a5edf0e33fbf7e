// The detected field of each column of the file, which the user can change.
import { NativeSelect, Stack, Text } from '@mantine/core';
import { formatList } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import type { Preview } from './import';
import { useNames } from './import-names';
import { Section } from './import-section';
import classes from './import-section.module.css';

type FileColumn = Preview['fileColumns'][number];

/** The chosen field by column index, or null if the column is left out. */
export type Choices = ReadonlyMap<number, string | null>;

const LEFT_OUT = '';

interface ImportColumnsProps {
  columns: FileColumn[];
  fields: string[];
  missing: string[];
  choices: Choices;
  onChoose: (choices: Choices) => void;
}

export function ImportColumns({ columns, fields, missing, choices, onChoose }: ImportColumnsProps) {
  const t = useText();
  const { columnName } = useNames();
  const fieldOf = (column: FileColumn) =>
    choices.has(column.index) ? (choices.get(column.index) ?? null) : column.field;
  const taken = new Set(columns.map(fieldOf));
  return (
    <Stack gap="xs">
      {missing.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('import.missing', { fields: formatList(missing.map(columnName)) })}
        </Text>
      )}
      {columns.some((column) => column.reason === 'REMEMBERED') && (
        <Text size="sm" c="dimmed">
          {t('import.remembered')}
        </Text>
      )}
      <Section title={t('import.fileColumns')}>
        <thead>
          <tr>
            <th scope="col">{t('import.fileColumn')}</th>
            <th scope="col">{t('import.field')}</th>
          </tr>
        </thead>
        <tbody>
          {columns
            .filter((column) => column.name !== '')
            .map((column) => (
              <tr key={column.index}>
                <td className={classes.wrapping} dir="auto">
                  {column.name}
                  <Note column={column} />
                </td>
                <td>
                  <NativeSelect
                    size="xs"
                    aria-label={t('import.fieldOf', { name: column.name })}
                    value={fieldOf(column) ?? LEFT_OUT}
                    onChange={(event) => {
                      const chosen = event.currentTarget.value;
                      const field = chosen === LEFT_OUT ? null : chosen;
                      onChoose(new Map(choices).set(column.index, field));
                    }}
                  >
                    <option value={LEFT_OUT}>{t('import.notRead')}</option>
                    {fields.map((field) => (
                      <option
                        key={field}
                        value={field}
                        disabled={
                          column.isHidden || (taken.has(field) && field !== fieldOf(column))
                        }
                      >
                        {columnName(field)}
                      </option>
                    ))}
                  </NativeSelect>
                </td>
              </tr>
            ))}
        </tbody>
      </Section>
    </Stack>
  );
}

/** The explanation of a column's detection. */
function Note({ column: { reason } }: { column: FileColumn }) {
  const t = useText();
  const note =
    (reason === 'REMEMBERED' && t('import.rememberedColumn')) ||
    (reason === 'CONFIRMS' && t('import.confirmingColumn'));
  return (
    note && (
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    )
  );
}
