// Opens the app's page in this device's store or, if the device has none, a dialog with all stores.
import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { settings } from '~/domain/settings';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useText } from '~/kernel/i18n/i18n';
import { DownloadIcon } from '~/ui/icons';
import { platformOf, storeAddress } from './platform';

const InstallDialog = lazyPart<{ opened: boolean; onClose: () => void }>(
  () => import('./install-dialog'),
);

export function AppButton(look: ButtonProps) {
  const t = useText();
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const address = storeAddress(platformOf(navigator), settings());
  const icon = <DownloadIcon size={18} stroke={1.6} aria-hidden />;
  if (address !== null) {
    return (
      <Button component="a" href={address} leftSection={icon} {...look}>
        {t('install.open')}
      </Button>
    );
  }
  return (
    <>
      <Button
        leftSection={icon}
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          setOpened(true);
        }}
        {...look}
      >
        {t('install.open')}
      </Button>
      {wanted && (
        <InstallDialog
          opened={opened}
          onClose={() => {
            setOpened(false);
          }}
        />
      )}
    </>
  );
}
