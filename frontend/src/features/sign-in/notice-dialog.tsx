// The notice about the renewed console.
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { today } from '~/domain/time';
import { useText } from '~/kernel/i18n/i18n';
import { Logo } from '~/ui/logo';
import { hideNoticeOn } from './notice';
import classes from './notice-dialog.module.css';
import { useReturnFocus } from './use-return-focus';

const WIDTH = 416;

export default function NoticeDialog() {
  const t = useText();
  const [opened, setOpened] = useState(true);
  const returnFocus = useReturnFocus();
  const close = () => {
    setOpened(false);
    returnFocus();
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      size={WIDTH}
      xOffset={16}
      yOffset={16}
      centered
      radius="lg"
      // Scroll locking injects a style element, which the content security policy would block.
      lockScroll={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.dialog}>
          <div className={classes.head}>
            <Logo variant="uno" height={26} />
            <Modal.Title className={classes.title}>{t('notice.title')}</Modal.Title>
          </div>
          <Modal.Body className={classes.body} tabIndex={0}>
            <p className={classes.lead}>{t('notice.renewed')}</p>
            <ul className={classes.points}>
              <li>{t('notice.sameAccount')}</li>
              <li>{t('notice.newMenu')}</li>
              <li>{t('notice.contact')}</li>
            </ul>
            <p>{t('notice.thanks')}</p>
          </Modal.Body>
          <div className={classes.foot}>
            <Button
              variant="subtle"
              color="gray"
              onClick={() => {
                hideNoticeOn(today());
                close();
              }}
            >
              {t('notice.hideToday')}
            </Button>
            <Button data-autofocus onClick={close}>
              {t('action.close')}
            </Button>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
