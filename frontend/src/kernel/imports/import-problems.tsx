// The rows that will be rejected, with an input for each invalid cell.
import { Text, TextInput } from '@mantine/core';
import { NOTHING } from '~/kernel/field/nothing';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import type { Preview } from './import';
import { useNames } from './import-names';
import { Section } from './import-section';
import classes from './import-section.module.css';

/** Corrected values by line and column, with the key of `cellKey`. */
export type Corrections = ReadonlyMap<string, string>;

/** The server's limit. */
const MAX_CORRECTIONS = 200;

export function cellKey(line: number, column: number): string {
  return `${String(line)} ${String(column)}`;
}

interface ImportProblemsProps {
  preview: Pick<Preview, 'problems' | 'invalidRows'>;
  corrections: Corrections;
  onCorrect: (corrections: Corrections) => void;
}

export function ImportProblems({ preview, corrections, onCorrect }: ImportProblemsProps) {
  const t = useText();
  const { columnName, reasonOf } = useNames();
  return (
    <div>
      <Section
        title={t('import.problems')}
        note={preview.invalidRows > preview.problems.length ? t('import.moreInReport') : undefined}
      >
        <thead>
          <tr>
            <th scope="col">{t('import.line')}</th>
            <th scope="col">{t('import.column')}</th>
            <th scope="col">{t('import.value')}</th>
            <th scope="col">{t('import.reason')}</th>
            <th scope="col">{t('import.correction')}</th>
          </tr>
        </thead>
        <tbody>
          {preview.problems.map(({ line, column, value, violation }, index) => (
            <tr key={index}>
              <td>{formatNumber(line)}</td>
              <td>{columnName(violation.path)}</td>
              <td className={classes.value} dir="auto">
                {value ?? NOTHING}
              </td>
              <td className={classes.wrapping}>{reasonOf(violation)}</td>
              <td>
                {column !== null && (
                  <TextInput
                    size="xs"
                    miw={120}
                    maxLength={300}
                    aria-label={t('import.correctionOf', {
                      line,
                      field: columnName(violation.path),
                    })}
                    value={corrections.get(cellKey(line, column)) ?? ''}
                    disabled={
                      corrections.size >= MAX_CORRECTIONS && !corrections.has(cellKey(line, column))
                    }
                    onChange={(event) => {
                      const corrected = new Map(corrections);
                      const said = event.currentTarget.value;
                      if (said === '') corrected.delete(cellKey(line, column));
                      else corrected.set(cellKey(line, column), said);
                      onCorrect(corrected);
                    }}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Section>
      <Text size="sm" c="dimmed" mt={6}>
        {t('import.correctHint', { most: MAX_CORRECTIONS })}
      </Text>
    </div>
  );
}
