// Sends the selected measurements to their persons. The dialog is loaded on the first press.
import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useText, withTexts } from '~/kernel/i18n/i18n';
import type { SendDialogProps } from '~/kernel/report-links/send-dialog';
import { SendIcon } from '~/ui/icons';
import type { KindOfMeasurements } from './printed-kind';

const SendDialog = lazyPart<SendDialogProps>(() =>
  withTexts('logs', import('~/kernel/report-links/send-dialog')),
);

interface SendButtonProps {
  kind: KindOfMeasurements;
  ids: readonly number[];
  disabled?: boolean;
  size?: ButtonProps['size'];
}

export function SendButton({ kind, ids, disabled = false, size = 'compact-sm' }: SendButtonProps) {
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
          kind={kind}
          ids={ids}
          onClose={() => {
            setOpened(false);
          }}
        />
      )}
    </>
  );
}
