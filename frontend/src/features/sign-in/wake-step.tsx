// Asks a user with the correct password whether to reactivate the dormant account.
import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useText } from '~/kernel/i18n/i18n';

export interface WakeStepProps {
  pending: boolean;
  onWake: () => void;
  onBack: () => void;
}

export default function WakeStep({ pending, onWake, onBack }: WakeStepProps) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
  }, []);
  return (
    <Stack gap="md" role="status">
      <Title order={2} size="h4" ta="center">
        {t('error.11013')}
      </Title>
      <Text ta="center">{t('dormant.text')}</Text>
      <Button ref={button} size="md" fullWidth loading={pending} onClick={onWake}>
        {t('dormant.wakeUp')}
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
        {t('twoSteps.back')}
      </Anchor>
    </Stack>
  );
}
