// The tree of a company's departments, in which they can be moved.
import { ActionIcon, Anchor, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { useAccess } from '~/kernel/access/access';
import { useAsk } from '~/kernel/dialog/question';
import { reasonText } from '~/kernel/errors/error-text';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { refusalOf } from '~/kernel/resource/refusal';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { toast } from '~/kernel/toast/toast';
import { fitsIn } from '~/kernel/tree/moved-place';
import { MovableTree } from '~/kernel/tree/movable-tree';
import { DisabledReason } from '~/ui/disabled-reason';
import { DeleteIcon, EditIcon, PlusIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import {
  DIVISIONS,
  FIELDS,
  levelOf,
  MAX_LEVELS,
  membersOf,
  moveTo,
  placed,
  removeDivision,
  type Division,
} from './divisions';
import classes from './division-tree.module.css';

interface DivisionTreeProps {
  all: readonly Division[];
  mayAdd: boolean;
  canMove: boolean;
}

export default function DivisionTree({ all, mayAdd, canMove }: DivisionTreeProps) {
  const t = useText();
  const queryClient = useQueryClient();
  const items = placed(all);
  return (
    <MovableTree
      label={t('division.title')}
      items={items}
      nameOf={({ name }) => name}
      canMove={canMove}
      accepts={(divisionId, target) => fitsIn(items, divisionId, target, MAX_LEVELS)}
      move={(divisionId, target) => {
        const body = moveTo(all, divisionId, target);
        return body && call('UpdateDivision', { path: { divisionId }, body });
      }}
      onMoved={() => queryClient.invalidateQueries({ queryKey: [DIVISIONS] })}
      opensAtFirst={() => true}
      row={(division) => <DivisionRow division={division} all={all} mayAdd={mayAdd} />}
    />
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
    toast('error', reasonText(error));
  };
  const renew = () => queryClient.invalidateQueries({ queryKey: [DIVISIONS] });
  const remove = useMutation({
    mutationFn: () => removeDivision(divisionId),
    onSuccess: async ({ revisionId }) => {
      if (revisionId === null) return;
      const { offerUndo } = await import('~/kernel/resource/undo');
      offerUndo(t('remove.done'), queryClient, {
        key: DIVISIONS,
        revisionId,
        done: 'deleted.done',
        fields: FIELDS,
        remove: removeDivision,
      });
    },
    onError: told,
    onSettled: renew,
  });
  const mayChange = division.can.update.allowed;
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
