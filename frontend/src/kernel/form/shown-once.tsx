// A secret that is shown once and not stored, with a copy button.
import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';

interface ShownOnceProps {
  title: string;
  secret: string;
  /** Explains that the secret is not shown again, and what to do with it. */
  hint: string;
  /** Large if it is read aloud or typed. A long secret wraps. */
  large?: boolean;
  onClose: () => void;
}

export function ShownOnce({ title, secret, hint, large = false, onClose }: ShownOnceProps) {
  const t = useText();
  return (
    <Stack gap="sm" role="status">
      <Text fw={550}>{title}</Text>
      <Group gap="xs" wrap={large ? 'wrap' : 'nowrap'} align={large ? 'center' : 'flex-start'}>
        <Code
          {...(large && { fz: 'lg' })}
          dir="ltr"
          data-autofocus
          tabIndex={0}
          style={large ? {} : { overflowWrap: 'anywhere' }}
        >
          {secret}
        </Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" flex="none" onClick={copy}>
              {copied ? t('staff.copied') : t('staff.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text c="dimmed">{hint}</Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('action.close')}</Button>
      </Group>
    </Stack>
  );
}
