// A notice that the form was restored from a draft, with its time and a button to discard it.
import { Alert, Button, Group } from '@mantine/core';
import { formatDateTime } from '~/kernel/i18n/format';
import { leftToRight, useText } from '~/kernel/i18n/i18n';
import { EditIcon } from '~/ui/icons';

export interface DraftNoticeProps {
  at: number;
  /** Whether the record has changed since the draft was made. */
  isEditConflict: boolean;
  onDiscard: () => void;
}

export default function DraftNotice({ at, isEditConflict, onDiscard }: DraftNoticeProps) {
  const t = useText();
  const time = leftToRight(formatDateTime(new Date(at).toISOString()));
  return (
    <Alert
      variant="light"
      mb="md"
      icon={<EditIcon size={18} stroke={1.6} aria-hidden />}
      title={t('draft.found', { time })}
    >
      <Group justify="space-between" gap="xs">
        <span>{t(isEditConflict ? 'draft.overtaken' : 'draft.hint')}</span>
        <Button variant="default" size="compact-sm" onClick={onDiscard}>
          {t('draft.discard')}
        </Button>
      </Group>
    </Alert>
  );
}
