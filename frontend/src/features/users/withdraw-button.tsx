// Deletes the member's own account permanently, after a confirmation, and signs out.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { useAsk } from '~/kernel/dialog/question';
import { errorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { useSignOut } from '~/kernel/session/use-sign-out';
import { toast } from '~/kernel/toast/toast';

export function WithdrawButton() {
  const t = useText();
  const ask = useAsk();
  const signOut = useSignOut();
  const withdraw = useMutation({
    mutationFn: () => call('DeleteOwnUser', {}),
    onSuccess: () => void signOut(),
    onError: (error) => {
      toast('error', errorText(error));
    },
  });
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-md"
      mt="md"
      loading={withdraw.isPending}
      onClick={() => {
        ask({
          title: t('me.withdraw'),
          text: t('me.withdrawQuestion'),
          confirmLabel: t('me.withdraw'),
          onConfirm: () => {
            withdraw.mutate();
          },
        });
      }}
    >
      {t('me.withdraw')}
    </Button>
  );
}
