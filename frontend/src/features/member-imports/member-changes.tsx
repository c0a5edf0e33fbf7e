// What a file would change of known members, and whether it may.
import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import type { Answer } from '~/domain/client';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useNames } from '~/kernel/imports/import-names';
import { Section } from '~/kernel/imports/import-section';
import { ErrorIcon } from '~/ui/icons';

type Preview = Answer<'PreviewMemberImport'>;

interface MemberChangesProps {
  preview: Preview;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

export function MemberChanges({ preview, accepted, onAccept }: MemberChangesProps) {
  const t = useText();
  const { columnName, wordName } = useNames();
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
              <td dir="auto">{wordName(change.field, change.before) ?? change.before}</td>
              <td dir="auto">{wordName(change.field, change.after) ?? change.after}</td>
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
