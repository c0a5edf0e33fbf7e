// What a person has to decide before an import starts: which sheet, which columns are left out, and
// whether known members may be changed.
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { Alert, Checkbox, Select, Stack, Text } from '@mantine/core';
import type { Answer } from '~/domain/client';
import { useText, textIfKnown } from '~/kernel/i18n/i18n';
import { ErrorIcon } from '~/ui/icons';
import { formatNumber } from '~/kernel/i18n/format';
import { columnName, Section } from './import-section';

type Preview = Answer<'PreviewMemberImport'>;

interface SheetChoiceProps {
  preview: Preview;
  onChoose: (sheet: number) => void;
  pending: boolean;
}

export function SheetChoice({ preview, onChoose, pending }: SheetChoiceProps) {
  const t = useText();
  const chosen = preview.sheets.find((sheet) => sheet.name === preview.source.sheet);
  return (
    <Select
      label={t('import.sheet')}
      description={t('import.sheetHint')}
      data={preview.sheets.map((sheet) => ({ value: String(sheet.index), label: sheet.name }))}
      value={chosen ? String(chosen.index) : null}
      disabled={pending}
      allowDeselect={false}
      required
      onChange={(sheet) => {
        if (sheet !== null) onChoose(Number(sheet));
      }}
    />
  );
}

interface DoubtfulColumnsProps {
  columns: Preview['doubtfulColumns'];
  leftOut: number[];
  onLeaveOut: (columns: number[]) => void;
}

export function DoubtfulColumns({ columns, leftOut, onLeaveOut }: DoubtfulColumnsProps) {
  const t = useText();
  return (
    <Alert color="orange" variant="light" icon={<ErrorIcon size={18} stroke={1.6} />}>
      <Stack gap="xs">
        {columns.some((column) => !column.isHidden) && (
          <Text size="sm">{t('import.doubtful')}</Text>
        )}
        {columns.some((column) => column.isHidden) && <Text size="sm">{t('import.hidden')}</Text>}
        {columns.map(({ index, name, resembles, isHidden }) => (
          <Checkbox
            key={index}
            label={t(isHidden ? 'import.leaveOutHidden' : 'import.leaveOut', {
              name,
              field: columnName(resembles),
            })}
            checked={leftOut.includes(index)}
            onChange={(event) => {
              const others = leftOut.filter((known) => known !== index);
              onLeaveOut(event.currentTarget.checked ? [...others, index] : others);
            }}
          />
        ))}
      </Stack>
    </Alert>
  );
}

interface MemberChangesProps {
  preview: Preview;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

export function MemberChanges({ preview, accepted, onAccept }: MemberChangesProps) {
  const t = useText();
  const told = new Set(preview.changes.map((change) => change.line)).size;
  return (
    <Stack gap="xs">
      <Section
        title={t('import.changes')}
        note={preview.changedRows > told ? t('import.moreInReport') : undefined}
      >
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
          {preview.changes.map((change) => (
            <tr key={`${String(change.line)} ${change.field}`}>
              <td>{formatNumber(change.line)}</td>
              <td dir="auto">{change.memberNo}</td>
              <td>{columnName(change.field)}</td>
              <td dir="auto">{valueOf(change.field, change.before)}</td>
              <td dir="auto">{valueOf(change.field, change.after)}</td>
            </tr>
          ))}
        </tbody>
      </Section>
      <Alert color="orange" variant="light" icon={<ErrorIcon size={18} stroke={1.6} />}>
        <Stack gap="xs">
          <Text size="sm">{t('import.changesHint', { rows: preview.changedRows })}</Text>
          <Checkbox
            label={t('import.acceptChanges')}
            checked={accepted}
            onChange={(event) => {
              onAccept(event.currentTarget.checked);
            }}
          />
        </Stack>
      </Alert>
    </Stack>
  );
}

function valueOf(field: string, value: string): string {
  return field === 'sex' ? (textIfKnown(`sex.${value}`) ?? value) : value;
}
