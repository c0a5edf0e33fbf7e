// The changes that a file makes to existing members, which the user must allow.
import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import type { Answer } from '~/domain/client';
import { useText } from '~/kernel/i18n/i18n';
import { ImportDifferences } from '~/kernel/imports/import-differences';
import { ErrorIcon } from '~/ui/icons';

type Preview = Answer<'PreviewMemberImport'>;

interface MemberChangesProps {
  preview: Preview;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

export function MemberChanges({ preview, accepted, onAccept }: MemberChangesProps) {
  const t = useText();
  return (
    <Stack gap="xs">
      <ImportDifferences
        title={t('import.changes')}
        differences={preview.changes}
        rows={preview.changedRows}
      />
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
