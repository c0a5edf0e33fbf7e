// Sends the selected measurements or reports to their persons. The dialog is loaded on the first press.
import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useText, withTexts } from '~/kernel/i18n/i18n';
import type { SendDialogProps, Sent } from '~/kernel/report-links/send-dialog';
import { SendIcon } from '~/ui/icons';

const SendDialog = lazyPart<SendDialogProps>(() =>
  withTexts('logs', import('~/kernel/report-links/send-dialog')),
);

interface SendButtonProps {
  what: Sent;
  disabled?: boolean;
  size?: ButtonProps['size'];
}

export function SendButton({ what, disabled = false, size = 'compact-sm' }: SendButtonProps) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size={size}
        flex="none"
        leftSection={<SendIcon size={15} stroke={1.6} aria-hidden />}
        disabled={disabled}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true);
        }}
      >
        {t('report.send')}
      </Button>
      {opened && (
        <SendDialog
          what={what}
          onClose={() => {
            setOpened(false);
          }}
        />
      )}
    </>
  );
}
