// The QR code: a frame of constant size for every state, so that nothing moves.
import { Button, Loader, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { QrSignInState } from '~/domain/qr-sign-in';
import { useText } from '~/kernel/i18n/i18n';
import { ErrorIcon, RefreshIcon } from '~/ui/icons';
import { Countdown } from './countdown';
import classes from './qr-code-box.module.css';

interface QrCodeBoxProps {
  state: QrSignInState;
  /** Why the last code was refused. */
  refusal: string | undefined;
  onRefresh: () => void;
}

export function QrCodeBox({ state, refusal, onRefresh }: QrCodeBoxProps) {
  const t = useText();
  const { phase, image, issueFailed = false } = state;
  const signingIn = phase === 'SIGNING_IN' || phase === 'SIGNED_IN';
  const failed = issueFailed && !signingIn;
  const shown = phase === 'WAITING' || signingIn ? image : undefined;
  return (
    <div className={classes.box}>
      <div className={classes.frame} aria-busy={phase === 'ISSUING' && !failed}>
        {shown === undefined && !failed && !signingIn && <Skeleton className={classes.skeleton} />}
        {shown !== undefined && !failed && (
          <img
            className={classes.image}
            src={`data:image/png;base64,${shown}`}
            alt={t('qrLogin.image')}
            data-dimmed={signingIn || undefined}
          />
        )}
        {/* A permanent live region, so that screen readers announce its changes. */}
        <div className={classes.status} role="status" data-shown={failed || signingIn || undefined}>
          {statusOf()}
        </div>
      </div>
      <Countdown seconds={phase === 'WAITING' ? state.secondsLeft : undefined} />
      <Button
        variant={failed ? 'filled' : 'default'}
        size="sm"
        leftSection={<RefreshIcon size={16} stroke={1.6} aria-hidden />}
        disabled={signingIn}
        onClick={onRefresh}
      >
        {t('qrLogin.refresh')}
      </Button>
      <Text className={classes.refusal} size="sm" c="var(--mantine-color-error)">
        {refusal}
      </Text>
    </div>
  );

  function statusOf(): ReactNode {
    if (signingIn) {
      return (
        <>
          <Loader size="sm" aria-hidden />
          <span>{t('qrLogin.signingIn')}</span>
        </>
      );
    }
    if (failed) {
      return (
        <>
          <ErrorIcon size={26} stroke={1.5} aria-hidden />
          <strong>{t('qrLogin.issueFailed')}</strong>
          <span className={classes.hint}>{t('qrLogin.issueFailedHint')}</span>
        </>
      );
    }
    return shown === undefined && <span className={classes.heard}>{t('qrLogin.issuing')}</span>;
  }
}
