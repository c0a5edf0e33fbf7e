// The frame of every dialog that is a route.
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useIsCovered } from '~/kernel/dialog/covering';
import { useReturnToOpener } from '~/kernel/dialog/use-opener';
import { useText } from '~/kernel/i18n/i18n';

interface DialogFrameProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function DialogFrame({ title, onClose, children }: DialogFrameProps) {
  const t = useText();
  const covered = useIsCovered();
  useReturnToOpener(useLocation().pathname);
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
