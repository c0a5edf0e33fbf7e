// Asks for confirmation of an action that cannot be undone.
import './dialog-styles';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { PANEL_LEVEL, useLayer } from '~/ui/layers';

export interface ConfirmProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** If absent, the dialog can only be closed. */
  confirmLabel?: string | undefined;
  cancelLabel?: string;
  /** Whether nothing is lost. Otherwise the button has the colour of a deletion. */
  losesNothing?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export default function Confirm(props: ConfirmProps) {
  const t = useText();
  // The dialog may mount already opened, because its code is loaded with the first question.
  // Rendering it closed once lets it remember where the focus was.
  const mounted = useMounted();
  useLayer(props.opened, props.onCancel, PANEL_LEVEL);
  return (
    <Modal
      opened={mounted && props.opened}
      onClose={props.onCancel}
      title={props.title}
      size="sm"
      centered
      // Above other dialogs.
      zIndex={PANEL_LEVEL}
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
