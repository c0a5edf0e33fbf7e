// Assigns an unassigned measurement to a person who scans a code with the app and agrees.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { confirmPersonByQrCode, type QrSignIn, type QrSignInState } from '~/domain/person-code';
import { reasonText } from '~/kernel/errors/error-text';
import { text, useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import { ErrorIcon, RefreshIcon } from '~/ui/icons';
import classes from './confirm-by-code.module.css';
import type { KindOfMeasurements } from './printed-kind';

interface ConfirmByCodeProps {
  kind: KindOfMeasurements;
  id: number;
  version: number;
  onClose: () => void;
}

export function ConfirmByCode({ kind, id, version, onClose }: ConfirmByCodeProps) {
  const t = useText();
  const queryClient = useQueryClient();
  const [state, setState] = useState<QrSignInState>({ phase: 'ISSUING' });
  const [refusal, setRefusal] = useState<Error>();
  const [attempt, setAttempt] = useState(0);
  const asking = useRef<QrSignIn>(undefined);

  useEffect(() => {
    const started = confirmPersonByQrCode({ kind, measurementId: id, version }, (next) => {
      setState(next);
      if (next.error) {
        // The person's answer stays until staff ask again.
        setRefusal(next.error);
        started.stop();
      }
      // The measurement may now be in other lists with other grades, or another user has assigned
      // it.
      if (next.phase === 'SIGNED_IN' || next.error || next.issueFailed)
        void queryClient.invalidateQueries();
      if (next.phase === 'SIGNED_IN') toast('success', text('measurement.personConfirmed'));
    });
    asking.current = started;
    return () => {
      started.stop();
    };
  }, [kind, id, version, attempt, queryClient]);

  const { phase, image, secondsLeft, issueFailed = false } = state;
  const isAnswered = phase === 'SIGNING_IN' || phase === 'SIGNED_IN';
  return (
    <Stack gap="sm">
      <Text size="sm">{t('measurement.codeHint')}</Text>
      {refusal && (
        <Alert
          color="red"
          variant="light"
          icon={<ErrorIcon size={18} stroke={1.6} />}
          role="alert"
          title={reasonText(refusal)}
        />
      )}
      {!refusal && (
        <div className={classes.frame} aria-busy={phase === 'ISSUING' && !issueFailed}>
          {phase === 'WAITING' && image !== undefined && (
            <img
              className={classes.image}
              src={`data:image/png;base64,${image}`}
              alt={t('measurement.personCode')}
            />
          )}
          {/* A permanent live region, so that screen readers announce its changes. */}
          <Text component="div" size="sm" role="status">
            {isAnswered
              ? t('measurement.personAnswered')
              : issueFailed
                ? t('qrLogin.issueFailed')
                : phase === 'ISSUING' && t('qrLogin.issuing')}
          </Text>
        </div>
      )}
      {!refusal && (
        <Text size="sm" c="dimmed" ta="center" role="timer" mih="1.5em" data-numeric>
          {phase === 'WAITING' &&
            secondsLeft !== undefined &&
            t('qrLogin.remaining', { seconds: secondsLeft })}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          leftSection={<RefreshIcon size={16} stroke={1.6} aria-hidden />}
          disabled={isAnswered && !refusal}
          onClick={() => {
            if (refusal) {
              setRefusal(undefined);
              setState({ phase: 'ISSUING' });
              setAttempt((before) => before + 1);
            } else {
              asking.current?.refresh();
            }
          }}
        >
          {t('qrLogin.refresh')}
        </Button>
      </Group>
    </Stack>
  );
}
