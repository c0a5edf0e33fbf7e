// The three steps of signing in by QR code, the code, and the progress.
import '@mantine/core/styles/Skeleton.css';
import { Text, Title } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { AppButton } from './app-button';
import { QrCodeBox } from './qr-code-box';
import classes from './qr-panel.module.css';
import { refusalText } from './use-sign-in';
import { useQrSignIn } from './use-qr-sign-in';

export function QrPanel() {
  const t = useText();
  const { state, refused, refresh } = useQrSignIn();
  return (
    <div className={classes.panel}>
      <div className={classes.words}>
        <Title order={1} size="h3">
          {t('qrLogin.title')}
        </Title>
        <Text c="dimmed" mt={6}>
          {t('qrLogin.lead')}
        </Text>
        <ol className={classes.steps}>
          <li className={classes.step}>{t('qrLogin.openApp')}</li>
          <li className={classes.step}>
            {t('qrLogin.chooseMenu')}
            <strong className={classes.path}>{t('qrLogin.menuPath')}</strong>
          </li>
          <li className={classes.step}>{t('qrLogin.scanCode')}</li>
        </ol>
        <div className={classes.app}>
          <Text component="span" size="sm" c="dimmed">
            {t('qrLogin.noApp')}
          </Text>
          <AppButton variant="subtle" size="compact-sm" />
        </div>
      </div>
      <QrCodeBox
        state={state}
        refusal={refused ? refusalText(refused) : undefined}
        onRefresh={refresh}
      />
    </div>
  );
}
