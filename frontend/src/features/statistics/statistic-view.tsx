// A statistic: its filters in the address, its figures and its actions.
import { Button, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { today } from '~/domain/time';
import { fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import type { FieldError } from '~/domain/validation';
import { text, useLanguage, useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { ExportMenu } from '~/kernel/resource/export-button';
import { FilterBar } from '~/kernel/resource/filter-bar';
import { selectedServiceAtom } from '~/kernel/session/selected-service';
import { useScreenName } from '~/kernel/session/menu-name';
import { useListState } from '~/kernel/url/list-state';
import { EmptyIcon, NoMatchIcon, PrintIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import { StateMessage } from '~/ui/state-message';
import { divisionsOf, fieldsOf } from './fields';
import { checkedQueryOf, OWN_PERIOD, shownFilters, withDependentChanges } from './filter';
import { FilterWords } from './filter-words';
import classes from './page.module.css';
import type { FramedAnswer, Statistic } from './statistic';
import { FrameNotes } from './frame-notes';

/** Polling interval while the period is still being counted. */
const COUNTING = 10_000;

export function StatisticView<A extends FramedAnswer>({ statistic }: { statistic: Statistic<A> }) {
  const { screen, byTabs = false, ask, start, isEmpty, Figures } = statistic;
  const t = useText();
  // Names are composed during render, in the current language.
  const language = useLanguage();
  const { state, change, clear } = useListState();
  const service = useAtomValue(selectedServiceAtom);
  const name = useScreenName(screen);
  usePageTitle(name);
  const now = today();
  const { query, errors } = checkedQueryOf(state, now, byTabs ? service : undefined);
  const wrong = Object.keys(errors).length > 0;
  const companyId = query.companyId ?? null;
  const { queryKey, ask: askDivisions } = divisionsOf(companyId);
  const divisions = useQuery({
    queryKey,
    queryFn: ({ signal }) => askDivisions(signal),
    enabled: companyId !== null,
  });
  const found = useQuery({
    queryKey: ['statistics', screen.path, query],
    queryFn: ({ signal }) => ask(query, signal),
    placeholderData: keepPreviousData,
    enabled: !wrong,
    refetchInterval: ({ state: { data } }) => (data?.frame.isCounting ? COUNTING : false),
  });
  const refused = refusedFields(found.error);
  const shown = shownFilters(state.filters);
  const fields = fieldsOf({
    ownPeriod: shown.period?.[0] === OWN_PERIOD,
    divisions: companyId !== null && Boolean(divisions.data?.length),
    services: !byTabs,
  });
  const body = () => {
    if (wrong || Object.keys(refused).length > 0) {
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
          {t('statistics.wrongFilterHint')}
        </StateMessage>
      );
    }
    const { data } = found;
    if (!data) {
      return found.isError ? (
        <QueryError error={found.error} retry={() => void found.refetch()} />
      ) : (
        <Loading />
      );
    }
    return (
      <>
        {found.isError && <QueryError error={found.error} retry={() => void found.refetch()} />}
        <div
          className={classes.body}
          aria-busy={found.isPlaceholderData}
          data-stale={found.isPlaceholderData || undefined}
        >
          <FrameNotes frame={data.frame} />
          {isEmpty(data) ? (
            <StateMessage
              icon={EmptyIcon}
              title={t('statistics.empty')}
              actions={
                fields.some(({ filter }) => filter?.some((name) => name in state.filters)) && (
                  <Button variant="default" onClick={clear}>
                    {t('filter.clear')}
                  </Button>
                )
              }
            >
              {t('statistics.emptyHint')}
            </StateMessage>
          ) : (
            <Figures key={language} title={name} answer={data} query={query} />
          )}
        </div>
      </>
    );
  };
  return (
    <>
      <PageHeader
        title={name}
        actions={
          <>
            <ExportMenu start={(options) => (wrong ? undefined : start(query, options))} />
            <Button
              variant="default"
              leftSection={<PrintIcon size={16} stroke={1.6} aria-hidden />}
              disabled={!found.data}
              onClick={() => {
                window.print();
              }}
            >
              {t('print.action')}
            </Button>
          </>
        }
      />
      <FilterBar
        fields={fields}
        values={shown}
        onChange={(changes, how) => {
          change(withDependentChanges(changes, state.filters, now), how);
        }}
        onClear={clear}
        errors={{ ...refused, ...errors }}
      >
        {null}
      </FilterBar>
      {found.data && <FilterWords query={query} />}
      {body()}
    </>
  );
}

/** Returns the server's validation errors by parameter. */
function refusedFields(error: unknown): Record<string, string> {
  return Object.fromEntries(
    fieldErrorsOf(error).map((one) => [one.path.split('.')[0] ?? '', refusalText(one)]),
  );
}

function refusalText(error: FieldError): string {
  return error.path === 'bucket' && error.code === 'tooMany'
    ? text('statistics.tooManyBuckets', error.params)
    : fieldErrorText(error);
}

/** As high as the content. */
function Loading() {
  return (
    <div className={classes.body} aria-busy>
      <Skeleton height={20} width={220} />
      <div className={classes.totals}>
        <Skeleton height={92} />
        <Skeleton height={92} />
      </div>
      <Skeleton height={336} />
      <Skeleton height={420} />
    </div>
  );
}
