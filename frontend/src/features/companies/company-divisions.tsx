// The departments of a company as a tree in which they can be added, renamed, moved and removed.
import { Button, Group } from '@mantine/core';
import { lazyPart } from '~/kernel/code/lazy-part';
import { QueryError } from '~/kernel/errors/query-error';
import { useText } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { DeleteIcon, MenuTreeIcon, PlusIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { StateMessage } from '~/ui/state-message';
import { useDivisions } from './divisions';

/** Drag and drop requires a library that no other tab needs. */
const DivisionTree = lazyPart(() => import('./division-tree'), { loading: <FieldsSkeleton /> });

interface CompanyDivisionsProps {
  companyId: number;
  /** The user's permissions on the company's screen. */
  mayAdd: boolean;
  canMove: boolean;
  mayRemove: boolean;
}

export function CompanyDivisions(props: CompanyDivisionsProps) {
  const { companyId, mayAdd, canMove, mayRemove } = props;
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
  const bin = mayRemove && (
    <Button
      component={Link}
      to={{ pathname: 'deleted-divisions', search: '?tab=divisions' }}
      state={DIALOG_STATE}
      variant="default"
      leftSection={<DeleteIcon size={16} stroke={1.6} aria-hidden />}
    >
      {t('deleted.title')}
    </Button>
  );
  if (all.length === 0) {
    const actions = (
      <Group gap="xs" justify="center">
        {bin}
        {add}
      </Group>
    );
    return (
      <StateMessage icon={MenuTreeIcon} title={t('division.none')} actions={actions}>
        {t('division.noneHint')}
      </StateMessage>
    );
  }
  return (
    <>
      <Group justify="flex-end" gap="xs" mb="sm">
        {bin}
        {add}
      </Group>
      <DivisionTree all={all} mayAdd={mayAdd} canMove={canMove} />
    </>
  );
}
