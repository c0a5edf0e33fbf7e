// The departments of a company as a tree: each is added to, renamed, moved and removed where it stands.
import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '~/domain/client';
import { useAccess } from '~/kernel/access/access';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { refusalOf } from '~/kernel/resource/refusal';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { useAsk } from '~/kernel/dialog/question';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { toast } from '~/kernel/toast/toast';
import { DisabledReason } from '~/ui/disabled-reason';
import {
  AscendingIcon,
  DeleteIcon,
  DescendingIcon,
  EditIcon,
  MenuTreeIcon,
  PlusIcon,
} from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import classes from './company-divisions.module.css';
import {
  DIVISIONS,
  levelOf,
  MAX_LEVELS,
  membersOf,
  stepTo,
  useDivisions,
  type Division,
} from './divisions';

interface CompanyDivisionsProps {
  companyId: number;
  /** What the reader may do on the company's screen. */
  mayAdd: boolean;
}

export function CompanyDivisions({ companyId, mayAdd }: CompanyDivisionsProps) {
  const t = useText();
  const divisions = useDivisions(companyId);
  if (divisions.isPending) return <FieldsSkeleton />;
  if (divisions.isError)
    return <QueryError error={divisions.error} retry={() => void divisions.refetch()} />;
  const all = divisions.data;
  const add = mayAdd && (
    <Button
      component={Link}
      to={{ pathname: 'division', search: '?tab=divisions' }}
      state={DIALOG_STATE}
      leftSection={<PlusIcon size={16} stroke={2} aria-hidden />}
    >
      {t('division.create')}
    </Button>
  );
  if (all.length === 0) {
    return (
      <StateMessage icon={MenuTreeIcon} title={t('division.none')} actions={add}>
        {t('division.noneHint')}
      </StateMessage>
    );
  }
  return (
    <>
      <Group justify="flex-end" mb="sm">
        {add}
      </Group>
      <Branch parent={null} all={all} mayAdd={mayAdd} label={t('division.title')} />
    </>
  );
}

interface BranchProps {
  parent: number | null;
  all: readonly Division[];
  mayAdd: boolean;
  label?: string;
}

function Branch({ parent, all, mayAdd, label }: BranchProps) {
  const neighbours = all.filter((division) => division.parentDivisionId === parent);
  if (neighbours.length === 0) return null;
  return (
    <ul className={classes.branch} aria-label={label}>
      {neighbours.map((division) => (
        <li key={division.divisionId}>
          <DivisionRow division={division} all={all} mayAdd={mayAdd} />
          <Branch parent={division.divisionId} all={all} mayAdd={mayAdd} />
        </li>
      ))}
    </ul>
  );
}

function DivisionRow({
  division,
  all,
  mayAdd,
}: {
  division: Division;
  all: readonly Division[];
  mayAdd: boolean;
}) {
  const t = useText();
  const ask = useAsk();
  const queryClient = useQueryClient();
  const members = useAccess(MEMBERS_PATH);
  const { divisionId, name } = division;
  const told = (error: unknown) => {
    const [first] = fieldErrorsOf(error);
    toast('error', first ? fieldErrorText(first) : errorText(error));
  };
  const renew = () => queryClient.invalidateQueries({ queryKey: [DIVISIONS] });
  const move = useMutation({
    mutationFn: (position: number) =>
      call('UpdateDivision', {
        path: { divisionId },
        body: { position, version: division.version },
      }),
    onError: told,
    onSettled: renew,
  });
  const remove = useMutation({
    mutationFn: () => call('DeleteDivision', { path: { divisionId } }),
    onSuccess: async ({ revisionId }) => {
      if (revisionId === null) return;
      const { offerUndo } = await import('~/kernel/resource/undo');
      const undoing = { key: DIVISIONS, revisionId, done: 'deleted.done' } as const;
      offerUndo(t('remove.done'), queryClient, undoing);
    },
    onError: told,
    onSettled: renew,
  });
  const mayChange = division.can.update.allowed;
  const step = (by: -1 | 1, label: string, Shape: typeof AscendingIcon) => {
    const position = stepTo(all, division, by);
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        disabled={position === undefined || move.isPending}
        onClick={() => {
          if (position !== undefined) move.mutate(position);
        }}
      >
        <Shape size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    );
  };
  const dialog = (search: string) => ({ pathname: 'division', search: `?tab=divisions&${search}` });
  const count = t('division.members', { count: formatNumber(membersOf(all, divisionId)) });
  return (
    <div className={classes.row}>
      <Text fw={500} className={classes.name} dir="auto">
        {name}
      </Text>
      {members.read ? (
        <Anchor component={Link} size="sm" to={`${MEMBERS_PATH}?divisionIds=${String(divisionId)}`}>
          {count}
        </Anchor>
      ) : (
        <Text size="sm" c="dimmed">
          {count}
        </Text>
      )}
      <span className={classes.actions}>
        {mayChange && (
          <>
            {step(-1, t('division.moveUp', { name }), AscendingIcon)}
            {step(1, t('division.moveDown', { name }), DescendingIcon)}
          </>
        )}
        {mayAdd && levelOf(all, division) < MAX_LEVELS && (
          <ActionIcon
            component={Link}
            to={dialog(`below=${String(divisionId)}`)}
            state={DIALOG_STATE}
            variant="subtle"
            color="gray"
            aria-label={t('division.createBelow', { name })}
          >
            <PlusIcon size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        )}
        {mayChange && (
          <ActionIcon
            component={Link}
            to={dialog(`division=${String(divisionId)}`)}
            state={DIALOG_STATE}
            variant="subtle"
            color="gray"
            aria-label={t('action.editNamed', { name })}
          >
            <EditIcon size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        )}
        <DisabledReason reason={refusalOf(division.can.delete)}>
          {(refused) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('action.deleteNamed', { name })}
              onClick={() => {
                if (refused['data-disabled']) return;
                ask({
                  title: t('division.remove'),
                  text: t('remove.questionBin', { name }),
                  confirmLabel: t('action.delete'),
                  onConfirm: () => {
                    remove.mutate();
                  },
                });
              }}
              {...refused}
            >
              <DeleteIcon size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
        </DisabledReason>
      </span>
    </div>
  );
}
