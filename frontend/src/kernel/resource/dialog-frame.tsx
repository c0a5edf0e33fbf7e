// The frame of every dialog that is a route.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useReturnToOpener } from '~/kernel/dialog/use-opener';
import { useText } from '~/kernel/i18n/i18n';
import { useLayer } from '~/ui/layers';

interface DialogFrameProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function DialogFrame({ title, onClose, children }: DialogFrameProps) {
  const t = useText();
  useLayer(true, onClose);
  useReturnToOpener(useLocation().pathname);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={720}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {children}
    </Modal>
  );
}
