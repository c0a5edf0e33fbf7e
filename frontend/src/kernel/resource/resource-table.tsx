// The list of a resource as its address specifies it: rows, pager and empty states.
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '~/kernel/code/lazy-part';
import { isInvalid } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { useLanguage, useText, withTexts } from '~/kernel/i18n/i18n';
import { Pager } from '~/kernel/table/pager';
import type { PastEndProps } from '~/kernel/table/past-end';
import { useListState, type ListState } from '~/kernel/url/list-state';
import { EmptyIcon, NoMatchIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import type { BulkDialogProps } from './bulk-dialog';
import type { BulkRequest, ListQuery, Resource, ResourceRecord } from './definition';
import { checkedFilters, listPage, wrongPlaceOf } from './list-query';
import { ResourceRows } from './resource-rows';

/** Loads the texts of form errors too, which plain pages do not have. */
const BulkDialog = lazyPart<BulkDialogProps>(() => withTexts('forms', import('./bulk-dialog')));

const PastEnd = lazyPart<PastEndProps>(() => import('~/kernel/table/past-end'));

const EMPTY: NonNullable<Resource<ResourceRecord>['whenEmpty']> = {
  title: 'state.empty',
  hint: 'state.emptyHint',
};

interface ResourceTableProps<Row extends ResourceRecord> {
  resource: Resource<Row>;
  /** Shown if there are no records at all. */
  emptyAction?: ReactNode;
}

export function ResourceTable<Row extends ResourceRecord>(props: ResourceTableProps<Row>) {
  const [asked, setAsked] = useState<BulkRequest>();
  const [done, setDone] = useState(0);
  return (
    <>
      <Records {...props} onBulk={setAsked} done={done} />
      {/* Outside the rows, because the list may be empty after a bulk action on all of them. */}
      {asked && (
        <BulkDialog
          {...asked}
          resource={props.resource as unknown as Resource<ResourceRecord>}
          onClose={(isDone) => {
            setAsked(undefined);
            if (isDone) setDone(done + 1);
          }}
        />
      )}
    </>
  );
}

interface RecordsProps<Row extends ResourceRecord> extends ResourceTableProps<Row> {
  onBulk: (asked: BulkRequest) => void;
  /** Number of finished bulk actions. Each one resets the selection. */
  done: number;
}

function Records<Row extends ResourceRecord>({
  resource,
  emptyAction,
  onBulk,
  done,
}: RecordsProps<Row>) {
  const t = useText();
  const language = useLanguage();
  const { search } = useLocation();
  const { state, change, clear, start } = useListState();
  const { query: filters, errors } = checkedFilters(resource, state);
  const wrongFilter = Object.keys(errors).length > 0;
  const wrongPlace = wrongPlaceOf(resource, state);
  const matching = { ...filters, ...resource.fixedFilters };
  const query = { ...matching, ...placeOf(resource, state) };
  const list = useQuery({
    queryKey: [resource.key, 'list', query],
    queryFn: ({ signal }) => listPage(resource, query, signal),
    placeholderData: keepPreviousData,
    enabled: !wrongFilter && wrongPlace.length === 0,
  });
  useBackFromGonePage(query, list, (last) => {
    change({ page: String(last) }, { replace: true });
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
  // The server validates the parameters of the page. If it rejects them, the address is wrong.
  if (isInvalid(list.error)) {
    return <WrongPlace values={[search.replace(/^\?/, '')]} onStart={start} />;
  }
  const isFiltered = Object.keys(filters).length > 0;
  // That the last filters matched nothing says nothing about all records.
  const isOutdated = list.isPlaceholderData && !isFiltered && list.data.data.length === 0;
  const page = isOutdated ? undefined : list.data;
  const failure = list.isError && (
    <QueryError error={list.error} retry={() => void list.refetch()} />
  );
  if (failure && !page) return failure;
  if (page?.data.length === 0 && state.page === 0) {
    const { title, hint } = resource.whenEmpty ?? EMPTY;
    return isFiltered ? (
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
      <StateMessage icon={EmptyIcon} title={t(title)} actions={emptyAction}>
        {hint && t(hint)}
      </StateMessage>
    );
  }

  if (page?.data.length === 0 && !list.isPlaceholderData) {
    return (
      <PastEnd
        page={state.page}
        pageSize={state.pageSize}
        total={page.total}
        totalIsExact={page.totalIsExact}
        onPage={(next) => {
          change({ page: String(next) });
        }}
      />
    );
  }

  const pager = (place: 'above' | 'below') =>
    page && (
      <Pager
        place={place}
        page={state.page}
        pageSize={state.pageSize}
        rows={page.data.length}
        total={page.total}
        totalIsExact={page.totalIsExact}
        isLast={resource.pagesByKey ? page.next === null : undefined}
        isStale={list.isPlaceholderData}
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
  return (
    <>
      {failure}
      <ResourceRows
        // Rows keep their memoized props, so a change of language must remount them.
        key={`${language} ${String(done)}`}
        resource={resource}
        page={page}
        expectedRows={Math.min(state.pageSize, 20)}
        matching={matching}
        onBulk={onBulk}
        sort={state.sort ?? defaultSortOf(resource, matching)}
        onChange={change}
        stale={list.isPlaceholderData}
        above={pager('above')}
      />
      {pager('below')}
    </>
  );
}

interface ShownPage {
  data: { data: readonly unknown[]; total: number; totalIsExact: boolean } | undefined;
  isPlaceholderData: boolean;
}

/**
 * Returns to the last page when the page that was shown has lost its last row. An address of a page
 * that was never there says so instead.
 */
function useBackFromGonePage(
  query: ListQuery,
  { data, isPlaceholderData }: ShownPage,
  onLast: (page: number) => void,
): void {
  const shown = useRef<string>(undefined);
  const goBack = useEffectEvent(onLast);
  const { page, pageSize } = query;
  const place = JSON.stringify(query);
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    if (data.data.length > 0) {
      shown.current = place;
      return;
    }
    if (shown.current !== place || typeof page !== 'number' || page === 0) return;
    const last = Math.max(0, Math.ceil(data.total / Number(pageSize)) - 1);
    goBack(data.totalIsExact ? Math.min(last, page - 1) : page - 1);
  }, [data, isPlaceholderData, place, page, pageSize]);
}

function defaultSortOf<Row extends ResourceRecord>(
  { defaultSort }: Resource<Row>,
  filters: ListQuery,
): string | undefined {
  return typeof defaultSort === 'function' ? defaultSort(filters) : defaultSort;
}

/** Shown if the address names an unknown sort order or page. */
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

/** The page and the sort order of the list. */
function placeOf<Row extends ResourceRecord>(resource: Resource<Row>, state: ListState): ListQuery {
  return {
    page: state.page,
    pageSize: state.pageSize,
    ...(state.sort === undefined ? {} : { sort: state.sort }),
    ...(resource.pagesByKey && state.after !== undefined ? { after: state.after } : {}),
  };
}
