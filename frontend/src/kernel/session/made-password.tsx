// A password that was made for somebody: shown here once and kept nowhere.
import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';

interface MadePasswordProps {
  password: string;
  onClose: () => void;
}

export function MadePassword({ password, onClose }: MadePasswordProps) {
  const t = useText();
  return (
    <Stack gap="sm" role="status">
      <Text fw={550}>{t('staff.passwordMade')}</Text>
      <Group gap="xs">
        <Code fz="lg" dir="ltr" data-autofocus tabIndex={0}>
          {password}
        </Code>
        <CopyButton value={password}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? t('staff.copied') : t('staff.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text c="dimmed">{t('staff.passwordOnce')}</Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('action.close')}</Button>
      </Group>
    </Stack>
  );
}
