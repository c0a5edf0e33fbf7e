// The deleted records of a resource that can still be restored, latest deletion first.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Answer, type Query } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { MoreButton } from '~/kernel/pages/more-button';
import { usePages } from '~/kernel/pages/use-pages';
import { EmptyIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import type { AnyField, ResourceApi, ResourceRecord } from './definition';
import { DialogFrame } from './dialog-frame';
import { FieldsSkeleton } from './field-list';
import classes from './revision-list.module.css';
import { useCloseDialog, useResource } from './use-dialog-route';
import { undo } from './undo';

type Deleted = Answer<'ListDeletedRecords'>['data'][number];

export function Component() {
  const { key, bin = '', fixedValues, nameOf, removedAs = nameOf, fields, api } = useResource();
  // If a resource has one screen per record type, only the records of this screen's type.
  const type = fixedValues?.type;
  const filter = { resource: bin, ...(typeof type === 'string' && { type }) };
  const nameOfDeleted = (deleted: Deleted) => removedAs(asItWas(deleted));
  return (
    <BinDialog of={{ root: key, filter, fields, nameOf: nameOfDeleted, remove: api.remove }} />
  );
}

interface Bin {
  /** First query key of the lists that show such records. */
  root: string;
  filter: Omit<NonNullable<Query<'ListDeletedRecords'>>, 'page' | 'pageSize'>;
  nameOf: (deleted: Deleted) => string;
  /** The labels of the record's fields. */
  fields: readonly Pick<AnyField<never>, 'name' | 'label'>[];
  /** Deletes a record. Used to undo its restoration. */
  remove: ResourceApi<ResourceRecord>['remove'];
}

/** The bin for a filter. */
export function BinDialog({ of }: { of: Bin }) {
  const t = useText();
  const close = useCloseDialog();
  return (
    <DialogFrame title={t('deleted.title')} onClose={close}>
      <Text size="sm" c="dimmed" mb="md">
        {t('deleted.note')}
      </Text>
      <Records of={of} />
    </DialogFrame>
  );
}

function Records({ of }: { of: Bin }) {
  const t = useText();
  const { root: key, filter } = of;
  const deleted = usePages([key, 'deleted', filter], (page, signal) =>
    call('ListDeletedRecords', { query: { ...filter, page } }, signal),
  );
  if (deleted.isPending) return <FieldsSkeleton />;
  if (deleted.isError)
    return <QueryError error={deleted.error} retry={() => void deleted.refetch()} />;
  const records = deleted.rows;
  if (records.length === 0) return <StateMessage icon={EmptyIcon} title={t('deleted.none')} />;
  return (
    <Stack gap="md">
      <ul className={classes.list}>
        {records.map((record) => (
          <DeletedRecord key={record.revisionId} of={of} record={record} />
        ))}
      </ul>
      <MoreButton pages={deleted} />
    </Stack>
  );
}

function DeletedRecord({ of, record }: { of: Bin; record: Deleted }) {
  const t = useText();
  const queryClient = useQueryClient();
  const name = of.nameOf(record);
  const { revisionId, accountName, deletedAt, keptUntil } = record;
  const restore = useMutation({
    mutationFn: () => {
      const { root: key, fields, remove } = of;
      return undo(queryClient, { key, revisionId, done: 'deleted.done', fields, remove });
    },
  });
  return (
    <li>
      <Group justify="space-between" wrap="nowrap">
        <div className={classes.told}>
          <Text fw={550} dir="auto">
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {t('deleted.by', { name: accountName, time: formatDateTime(deletedAt) })}
          </Text>
          <Text size="sm" c="dimmed">
            {t('deleted.until', { time: formatDateTime(keptUntil) })}
          </Text>
        </div>
        <Button
          className={classes.fixed}
          variant="default"
          aria-label={t('deleted.restoreOf', { name })}
          loading={restore.isPending}
          onClick={() => {
            restore.mutate();
          }}
        >
          {t('deleted.restore')}
        </Button>
      </Group>
    </li>
  );
}

/** Rebuilds the fields of the record that its history holds: enough to name it. */
function asItWas({ changes }: Deleted): ResourceRecord {
  return Object.fromEntries(changes.map(({ field, before }) => [field, before]));
}
