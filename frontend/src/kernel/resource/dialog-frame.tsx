// The frame of every dialog that is a route.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsCovered } from '~/kernel/dialog/covering';
import { useText } from '~/kernel/i18n/i18n';

interface DialogFrameProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function DialogFrame({ title, onClose, children }: DialogFrameProps) {
  const t = useText();
  const covered = useIsCovered();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={720}
      closeOnClickOutside={false}
      closeOnEscape={!covered}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {children}
    </Modal>
  );
}
