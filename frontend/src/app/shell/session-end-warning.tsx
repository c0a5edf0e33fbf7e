// Says two minutes before that the session is about to end: because nobody is there, or because it has lasted
// for as long as any may. Whatever is touched renews the first.
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
      {/* A timer is read on request, not each second. */}
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
