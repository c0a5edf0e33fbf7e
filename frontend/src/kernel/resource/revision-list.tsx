// The history of a record: each change, with its fields before and after.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useAsk } from '~/kernel/dialog/question';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { formatDateTime, withFormattedTime } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { MoreButton } from '~/kernel/pages/more-button';
import { usePages } from '~/kernel/pages/use-pages';
import { ChangeLogIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import { ToneBadge } from '~/ui/tone-badge';
import { ChangeTable } from './change-table';
import type { AnyField, Resource, ResourceRecord, Revision } from './definition';
import { FieldsSkeleton } from './field-list';
import classes from './revision-list.module.css';
import { partsOf, historyField, historyFieldName } from './told-field';
import { undo } from './undo';

interface RevisionListProps<Row extends ResourceRecord> {
  resource: Resource<Row>;
  id: number;
  /** The current record, if it may be changed. Then earlier revisions can be restored. */
  changeable?: Row | undefined;
}

export function RevisionList<Row extends ResourceRecord>({
  resource,
  id,
  changeable,
}: RevisionListProps<Row>) {
  const t = useText();
  const ask = useAsk();
  const queryClient = useQueryClient();
  const { revisions } = resource.api;
  const history = usePages([resource.key, 'revisions', id], (page, signal) =>
    revisions ? revisions(id, page, signal) : Promise.reject(new Error('No such call')),
  );
  if (history.isPending) return <FieldsSkeleton />;
  if (history.isError)
    return <QueryError error={history.error} retry={() => void history.refetch()} />;
  const undoTo = (record: Row, { revisionId }: Revision) => {
    ask({
      title: t('revision.undo'),
      text: t('revision.undoQuestion', { name: resource.nameOf(record) }),
      confirmLabel: t('undo.action'),
      onConfirm: () => {
        const { key, fields } = resource;
        const { version } = record;
        void undo(queryClient, { key, revisionId, version, done: 'undo.done', fields });
      },
    });
  };
  const entries = history.rows;
  if (entries.length === 0) return <StateMessage icon={ChangeLogIcon} title={t('revision.none')} />;
  return (
    <Stack gap="md">
      <ol className={classes.list}>
        {entries.map((revision) => (
          <RevisionEntry
            key={revision.revisionId}
            revision={revision}
            fields={resource.fields}
            {...(changeable &&
              revision.canUndo && {
                onUndo: () => {
                  undoTo(changeable, revision);
                },
              })}
          />
        ))}
      </ol>
      <MoreButton pages={history} />
    </Stack>
  );
}

const TONES = { CREATE: 'good', UPDATE: 'info', DELETE: 'serious', RESTORE: 'info' } as const;

interface RevisionEntryProps<Row> {
  revision: Revision;
  fields: readonly AnyField<Row>[];
  onUndo?: () => void;
}

function RevisionEntry<Row>({ revision, fields, onUndo }: RevisionEntryProps<Row>) {
  const t = useText();
  return (
    <li>
      <Group gap="xs" mb={6}>
        <ToneBadge tone={TONES[revision.action]}>
          {textIfKnown(`revision.action.${revision.action}`)}
        </ToneBadge>
        <Text fw={550}>{revision.accountName}</Text>
        <Text size="sm" c="dimmed">
          <time dateTime={revision.createdAt}>{formatDateTime(revision.createdAt)}</time>
        </Text>
        {onUndo && (
          <Button variant="subtle" size="compact-sm" ms="auto" onClick={onUndo}>
            {t('revision.undo')}
          </Button>
        )}
      </Group>
      <ChangeTable
        changes={revision.changes.map(({ field: path, before, after }) => {
          const field = historyField(fields, partsOf(path)[0]);
          return {
            path,
            name: historyFieldName(fields, path),
            before: show(field, before),
            after: show(field, after),
          };
        })}
      />
    </li>
  );
}

/**
 * Histories hold strings. A field's own formatter applies if it takes strings; timestamps look as
 * they do in lists.
 */
function show<Row>(field: AnyField<Row> | undefined, value: string | null): React.ReactNode {
  if (value === null || value === '') return NOTHING;
  return field?.kind.showText?.(value) ?? withFormattedTime(value);
}
