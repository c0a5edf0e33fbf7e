// Values in which rows differ from existing records.
import { NOTHING } from '~/kernel/field/nothing';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useNames } from './import-names';
import { Section } from './import-section';

interface Difference {
  line: number;
  memberNo: string;
  field: string;
  /** The existing value and that of the row. Null if empty. */
  before: string | null;
  after: string | null;
}

interface ImportDifferencesProps {
  title: string;
  differences: readonly Difference[];
  /** The number of rows that differ. */
  rows: number;
}

export function ImportDifferences({ title, differences, rows }: ImportDifferencesProps) {
  const t = useText();
  const { columnName, wordName } = useNames();
  const shown = (field: string, value: string | null) =>
    value === null ? NOTHING : (wordName(field, value) ?? value);
  const told = new Set(differences.map(({ line }) => line)).size;
  return (
    <Section title={title} note={rows > told ? t('import.moreInReport') : undefined}>
      <thead>
        <tr>
          <th scope="col">{t('import.line')}</th>
          <th scope="col">{columnName('memberNo')}</th>
          <th scope="col">{t('import.column')}</th>
          <th scope="col">{t('import.before')}</th>
          <th scope="col">{t('import.after')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ line, memberNo, field, before, after }) => (
          <tr key={`${String(line)} ${field} ${String(before)}`}>
            <td>{formatNumber(line)}</td>
            <td dir="auto">{memberNo}</td>
            <td>{columnName(field)}</td>
            <td dir="auto">{shown(field, before)}</td>
            <td dir="auto">{shown(field, after)}</td>
          </tr>
        ))}
      </tbody>
    </Section>
  );
}
