// The table of a resource with its pager, and what stands there when there are no rows.
import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isInvalid } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { useText } from '~/kernel/i18n/i18n';
import { DataTable, RowButton } from '~/kernel/table/data-table';
import { Pager } from '~/kernel/table/pager';
import { SortMenu } from '~/kernel/table/sort-menu';
import { useColumnChoice, useDensity } from '~/kernel/table/table-preferences';
import { useListState, type ListState } from '~/kernel/url/list-state';
import { DisabledReason } from '~/ui/disabled-reason';
import { DeleteIcon, EditIcon, EmptyIcon, NoMatchIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import { isShown, type ListQuery, type Resource, type ResourceRecord } from './definition';
import { columnOf, widthOfNames } from './column';
import { checkedFilters, listPage, wrongPlaceOf } from './list-query';
import { refusalOf } from './refusal';
import { DIALOG_STATE } from './use-dialog-route';
import classes from './resource-table.module.css';
import { useRemove } from './use-remove';

interface ResourceTableProps<Row extends ResourceRecord> {
  resource: Resource<Row>;
  /** Offered where there are no records at all. */
  emptyAction?: ReactNode;
}

export function ResourceTable<Row extends ResourceRecord>({
  resource,
  emptyAction,
}: ResourceTableProps<Row>) {
  const t = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { state, change, clear, start } = useListState();
  const [density] = useDensity();
  const { choice } = useColumnChoice(resource.name);
  const remove = useRemove(resource);
  const { query: filters, errors } = checkedFilters(resource, state);
  const wrongFilter = Object.keys(errors).length > 0;
  const wrongPlace = wrongPlaceOf(resource, state);
  const query = { ...filters, ...placeOf(resource, state) };
  const list = useQuery({
    queryKey: [resource.name, 'list', query],
    queryFn: ({ signal }) => listPage(resource, query, signal),
    placeholderData: keepPreviousData,
    enabled: !wrongFilter && wrongPlace.length === 0,
  });
  if (wrongFilter) {
    return (
      <StateMessage
        icon={NoMatchIcon}
        title={t('state.wrongFilter')}
        actions={
          <Button variant="default" onClick={clear}>
            {t('filter.clear')}
          </Button>
        }
      >
        {t('state.wrongFilterHint')}
      </StateMessage>
    );
  }
  if (wrongPlace.length > 0) return <WrongPlace values={wrongPlace} onStart={start} />;
  // The server knows better what a page may be asked for by: what it refuses is in the address.
  if (isInvalid(list.error)) {
    return <WrongPlace values={[search.replace(/^\?/, '')]} onStart={start} />;
  }
  const page = list.data;
  const failure = list.isError && (
    <QueryError error={list.error} retry={() => void list.refetch()} />
  );
  if (failure && !page) return failure;
  if (page?.data.length === 0 && state.page === 0) {
    return Object.keys(filters).length > 0 ? (
      <StateMessage
        icon={NoMatchIcon}
        title={t('state.noMatch')}
        actions={
          <Button variant="default" onClick={clear}>
            {t('filter.clear')}
          </Button>
        }
      >
        {t('state.noMatchHint')}
      </StateMessage>
    ) : (
      <StateMessage icon={EmptyIcon} title={t('state.empty')} actions={emptyAction}>
        {t('state.emptyHint')}
      </StateMessage>
    );
  }

  if (page?.data.length === 0 && !list.isPlaceholderData) {
    return (
      <StateMessage
        icon={NoMatchIcon}
        title={t('state.pastEnd')}
        actions={
          <Button
            variant="default"
            onClick={() => {
              change({ page: '0' });
            }}
          >
            {t('pager.first')}
          </Button>
        }
      >
        {t('state.pastEndHint')}
      </StateMessage>
    );
  }

  const sort = state.sort ?? resource.defaultSort;
  const onSort = (next: string) => {
    change({ sort: next });
  };
  const linkTo = (record: Row, dialog = '') => ({
    pathname: `${resource.path}/${String(resource.idOf(record))}${dialog}`,
    search: resource.detailIsPage ? '' : search,
  });
  const rowActions = {
    header: t('table.actions'),
    render: (record: Row) => (
      <RowActions
        record={record}
        name={resource.nameOf(record)}
        onEdit={() => {
          void navigate(linkTo(record, '/edit'), { state: DIALOG_STATE });
        }}
        onRemove={() => {
          remove(record);
        }}
      />
    ),
  };
  const pager = (place: 'above' | 'below') =>
    page && (
      <Pager
        place={place}
        page={state.page}
        pageSize={state.pageSize}
        rows={page.data.length}
        total={page.total}
        totalIsExact={page.totalIsExact}
        onPage={(next) => {
          change({ page: String(next) });
        }}
        onNext={() => {
          change({ page: String(state.page + 1), after: page.next ?? undefined });
        }}
        onPageSize={(pageSize) => {
          change({ pageSize: String(pageSize) });
        }}
      />
    );
  const columns = resource.fields.flatMap((field) => columnOf(field, t(field.label), sort, onSort));
  // The first column says which row it is: its names are whole, within reason.
  const [identifying] = columns;
  if (identifying)
    identifying.width = widthOfNames(identifying.width, page?.data.map(resource.nameOf));
  return (
    <>
      {failure}
      <div className={classes.above}>
        {pager('above')}
        <SortMenu columns={columns} />
      </div>
      <DataTable
        label={t(resource.title)}
        columns={columns}
        hidden={resource.fields
          .filter((field) => !isShown(field, choice))
          .map((field) => field.name)}
        rows={page?.data}
        expectedRows={Math.min(state.pageSize, 20)}
        rowId={resource.idOf}
        rowLink={(record) => ({ to: linkTo(record), state: DIALOG_STATE })}
        onOpen={(record) => {
          void navigate(linkTo(record), { state: DIALOG_STATE });
        }}
        density={density}
        stale={list.isPlaceholderData}
        {...(resource.api.update && { rowActions })}
      />
      {pager('below')}
    </>
  );
}

/** The address asks for an order or a page that there is not. */
function WrongPlace({ values, onStart }: { values: readonly string[]; onStart: () => void }) {
  const t = useText();
  return (
    <StateMessage
      icon={NoMatchIcon}
      title={t('state.wrongPlace')}
      actions={
        <Button variant="default" onClick={onStart}>
          {t('action.toList')}
        </Button>
      }
    >
      {t('state.wrongPlaceHint', { values: values.join(', ') })}
    </StateMessage>
  );
}

/** Where in the result the reader is, and in which order it comes. */
function placeOf<Row extends ResourceRecord>(resource: Resource<Row>, state: ListState): ListQuery {
  return {
    page: state.page,
    pageSize: state.pageSize,
    ...(state.sort === undefined ? {} : { sort: state.sort }),
    ...(resource.pagesByKey && state.after !== undefined ? { after: state.after } : {}),
  };
}

interface RowActionsProps {
  record: ResourceRecord;
  name: string;
  onEdit: () => void;
  onRemove: () => void;
}

function RowActions({ record, name, onEdit, onRemove }: RowActionsProps) {
  const t = useText();
  return (
    <Group gap={2} wrap="nowrap">
      <DisabledReason reason={refusalOf(record.can?.update)}>
        {(refused) => (
          <RowButton label={t('action.editNamed', { name })} onClick={onEdit} {...refused}>
            <EditIcon size={16} stroke={1.6} />
          </RowButton>
        )}
      </DisabledReason>
      <DisabledReason reason={refusalOf(record.can?.delete)}>
        {(refused) => (
          <RowButton label={t('action.deleteNamed', { name })} onClick={onRemove} {...refused}>
            <DeleteIcon size={16} stroke={1.6} />
          </RowButton>
        )}
      </DisabledReason>
    </Group>
  );
}
