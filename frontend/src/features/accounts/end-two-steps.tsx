// Takes the second step of signing in off an account whose owner has lost the telephone and the recovery codes.
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { useAsk } from '~/kernel/dialog/question';
import { errorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { useMe } from '~/kernel/session/account';
import { toast } from '~/kernel/toast/toast';

interface EndTwoStepsProps {
  accountId: number;
  account: { name: string; hasTwoSteps: boolean };
  /** By which the lists of such accounts are known. */
  listKey: string;
}

export function EndTwoSteps({ accountId, account, listKey }: EndTwoStepsProps) {
  const t = useText();
  const ask = useAsk();
  const me = useMe();
  const queryClient = useQueryClient();
  // The own one is ended in the settings, by who has it.
  if (!account.hasTwoSteps || me.data?.accountId === accountId) return null;
  const end = () => {
    call('EndAccountTwoSteps', { path: { accountId } }).then(
      () => {
        toast('success', t('staff.twoStepsEnded'));
        void queryClient.invalidateQueries({ queryKey: [listKey] });
        void queryClient.invalidateQueries({ queryKey: ['account-sessions', accountId] });
      },
      (error: unknown) => {
        toast('error', errorText(error));
      },
    );
  };
  return (
    <Button
      variant="default"
      onClick={() => {
        ask({
          title: t('staff.endTwoSteps'),
          text: t('staff.endTwoStepsQuestion', { name: account.name }),
          confirmLabel: t('staff.endTwoSteps'),
          onConfirm: end,
        });
      }}
    >
      {t('staff.endTwoSteps')}
    </Button>
  );
}
