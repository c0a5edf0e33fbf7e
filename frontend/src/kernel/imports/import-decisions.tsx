// The decisions that an import requires before it starts: the sheet, and the columns to leave out.
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { Alert, Checkbox, Select, Stack, Text } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { ErrorIcon } from '~/ui/icons';
import type { Preview } from './import';
import { useNames } from './import-names';

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
  const { columnName } = useNames();
  return (
    <Alert color="orange" variant="light" icon={<ErrorIcon size={18} stroke={1.6} />}>
      <Stack gap="xs">
        {columns.some((column) => !column.isHidden) && (
          <Text size="sm">{t('import.doubtful', { section: t('import.fileColumns') })}</Text>
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
