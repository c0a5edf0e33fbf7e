// The stores of the app: for each platform a QR code, or a note that it is not available yet.
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Anchor.css';
import { Anchor, Modal, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { settings } from '~/domain/settings';
import { useText } from '~/kernel/i18n/i18n';
import { AndroidIcon, AppleIcon, WaitingIcon } from '~/ui/icons';
import classes from './install-dialog.module.css';
import { QrDrawing } from '~/kernel/qr/qr-drawing';
import { useReturnFocus } from './use-return-focus';

interface InstallDialogProps {
  opened: boolean;
  onClose: () => void;
}

export default function InstallDialog({ opened, onClose }: InstallDialogProps) {
  const t = useText();
  const returnFocus = useReturnFocus();
  const { androidAppUrl, iosAppUrl } = settings();
  return (
    <Modal
      opened={opened}
      onClose={() => {
        onClose();
        returnFocus();
      }}
      title={t('install.title')}
      size={520}
      centered
      // Scroll locking injects a style element, which the content security policy would block.
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className={classes.stores}>
        <Store icon={AndroidIcon} name={t('install.android')} address={androidAppUrl} />
        <Store icon={AppleIcon} name={t('install.ios')} address={iosAppUrl} />
      </div>
    </Modal>
  );
}

interface StoreProps {
  icon: Icon;
  name: string;
  address: string | null;
}

function Store({ icon: IconShape, name, address }: StoreProps) {
  const t = useText();
  return (
    <section className={classes.store} aria-label={name}>
      <h3 className={classes.name}>
        <IconShape size={18} stroke={1.6} aria-hidden />
        {name}
      </h3>
      {address === null ? (
        <div className={classes.coming}>
          <WaitingIcon size={28} stroke={1.4} aria-hidden />
          {t('install.comingSoon')}
        </div>
      ) : (
        <>
          <QrDrawing text={address} label={t('install.image', { platform: name })} />
          <Text c="dimmed" size="sm">
            {t('install.scan')}
          </Text>
          <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
            {t('install.goToStore')}
          </Anchor>
        </>
      )}
    </section>
  );
}
