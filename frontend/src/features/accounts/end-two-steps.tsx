// Opens the removal of an account's second factor, if it has one.
import { Button } from '@mantine/core';
import { useLocation } from 'react-router';
import { useText } from '~/kernel/i18n/i18n';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { useMe } from '~/kernel/session/account';
import { Link } from '~/ui/link';

interface EndTwoStepsProps {
  accountId: number;
  account: { hasTwoSteps: boolean };
  /** Address of the account's screen. */
  path: string;
}

export function EndTwoSteps({ accountId, account, path }: EndTwoStepsProps) {
  const t = useText();
  const me = useMe();
  const { search } = useLocation();
  // Users end their own second factor in the settings.
  if (!account.hasTwoSteps || me.data?.accountId === accountId) return null;
  return (
    <Button
      component={Link}
      to={{ pathname: `${path}/${String(accountId)}/two-steps`, search }}
      state={DIALOG_STATE}
      variant="default"
    >
      {t('staff.endTwoSteps')}
    </Button>
  );
}
