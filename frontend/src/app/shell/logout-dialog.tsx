// Asks for confirmation before signing out.
import { Button, Group, Modal, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useText } from '~/kernel/i18n/i18n';
import { useSignOut } from '~/kernel/session/use-sign-out';
import { useLayer } from '~/ui/layers';

export interface LogoutDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Called if its code cannot be fetched. */
  onMissing: () => void;
}

export default function LogoutDialog({ opened, onClose }: LogoutDialogProps) {
  const t = useText();
  // Rendering it closed once lets it remember where the focus was.
  const mounted = useMounted();
  useLayer(opened, onClose);
  const signOut = useSignOut();
  const logout = useMutation({ mutationFn: () => signOut(), onSettled: onClose });
  return (
    <Modal
      opened={mounted && opened}
      onClose={onClose}
      title={t('logout.title')}
      centered
      size="sm"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Text>{t('logout.question')}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('action.close')}
        </Button>
        <Button
          data-autofocus
          loading={logout.isPending}
          onClick={() => {
            logout.mutate();
          }}
        >
          {t('action.confirm')}
        </Button>
      </Group>
    </Modal>
  );
}
