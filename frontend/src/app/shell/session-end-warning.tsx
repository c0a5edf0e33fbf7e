// Warns two minutes before the session ends, because of inactivity or because it has reached the
// maximum duration. Any activity prevents the former.
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import classes from './session-end-warning.module.css';

export interface SessionEndWarningProps {
  endsAt: number;
  used: boolean;
}

export default function SessionEndWarning({ endsAt, used }: SessionEndWarningProps) {
  const t = useText();
  const seconds = useSecondsUntil(endsAt);
  return (
    <div className={classes.warning} role="alert">
      <Text fw={600}>{t('session.ending')}</Text>
      <Text size="sm">{t(used ? 'session.endingAnyway' : 'session.endingUnlessUsed')}</Text>
      {/* Screen readers read a timer on request, not every second. */}
      <Text size="sm" c="dimmed" role="timer" aria-live="off" data-numeric>
        {t('qrLogin.remaining', { seconds })}
      </Text>
    </div>
  );
}

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return Math.max(0, Math.ceil((time - now) / 1000));
}
