// Buttons to launch operators and to cancel a launch.
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { call, type Answer } from '~/domain/client';
import { useAccess } from '~/kernel/access/access';
import { useAsk } from '~/kernel/dialog/question';
import { errorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { Link } from '~/ui/link';
import { OPERATORS } from './screens';

/** The operators that the dialog starts with, if any. */
interface LaunchState {
  operatorIds?: readonly number[] | undefined;
}

export function useLaunched(): readonly number[] {
  const { state } = useLocation() as { state: LaunchState | null };
  return state?.operatorIds ?? [];
}

interface LaunchLinkProps {
  operatorIds?: readonly number[];
  size?: 'compact-sm';
}

function LaunchLink({ operatorIds, size }: LaunchLinkProps) {
  const t = useText();
  const { search } = useLocation();
  const access = useAccess(OPERATORS.path);
  if (!access.update) return null;
  return (
    <Button
      component={Link}
      to={{ pathname: `${OPERATORS.path}/launch`, search }}
      state={{ ...DIALOG_STATE, operatorIds } satisfies LaunchState}
      variant="default"
      {...(size && { size })}
    >
      {t('operator.launch')}
    </Button>
  );
}

/** Above the list, for any number of operators. */
export function LaunchButton() {
  return <LaunchLink />;
}

/** For the selected operators of the list. */
export function LaunchSelected({ selected }: { selected: readonly number[] }) {
  return <LaunchLink operatorIds={selected} size="compact-sm" />;
}

/** For one operator without a launch. An existing launch must be cancelled first. */
export function LaunchOne({ operator }: { operator: Answer<'GetOperator'> }) {
  if (operator.launchedAt !== null) return null;
  return <LaunchLink operatorIds={[operator.operatorId]} />;
}

export function CancelLaunch({ operator }: { operator: Answer<'GetOperator'> }) {
  const t = useText();
  const ask = useAsk();
  const queryClient = useQueryClient();
  const { name, operatorId, launchedAt } = operator;
  if (launchedAt === null) return null;
  const cancel = () => {
    call('CancelOperatorLaunch', { path: { operatorId } }).then(
      () => queryClient.invalidateQueries({ queryKey: ['operators'] }),
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
          title: t('operator.cancelLaunch'),
          text: t('operator.cancelQuestion', { name }),
          confirmLabel: t('operator.cancelLaunch'),
          onConfirm: cancel,
        });
      }}
    >
      {t('operator.cancelLaunch')}
    </Button>
  );
}
