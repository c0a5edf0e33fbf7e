// On phones members use the app: a link to its store instead of a QR code.
import { Stack, Text, Title } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { AppButton } from './app-button';

export function PhoneLead() {
  const t = useText();
  return (
    <Stack gap="md" ta="center">
      <Title order={1} size="h3">
        {t('qrLogin.title')}
      </Title>
      <Text c="dimmed" style={{ textWrap: 'balance' }}>
        {t('install.onPhone')}
      </Text>
      <AppButton size="md" fullWidth mt="xs" />
    </Stack>
  );
}
