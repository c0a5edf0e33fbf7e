// Asks before something that cannot be taken back.
import './dialog-styles';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useText } from '~/kernel/i18n/i18n';

export interface ConfirmProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** Without it there is only one way out. */
  confirmLabel?: string | undefined;
  cancelLabel?: string;
  /** Whether nothing is lost by it: the button has the colour of deletion otherwise. */
  losesNothing?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export default function Confirm(props: ConfirmProps) {
  const t = useText();
  // It can come opened, when its code was asked for by the question. Drawn closed once, it knows where the focus was.
  const mounted = useMounted();
  return (
    <Modal
      opened={mounted && props.opened}
      onClose={props.onCancel}
      title={props.title}
      size="sm"
      centered
      // Also over another dialog.
      zIndex={300}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="lg">
        <Text component="div">{props.children}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onCancel} data-autofocus>
            {props.cancelLabel ??
              t(props.confirmLabel === undefined ? 'action.close' : 'action.cancel')}
          </Button>
          {props.confirmLabel !== undefined && (
            <Button
              {...(props.losesNothing !== true && { color: 'red' })}
              loading={props.busy ?? false}
              onClick={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
