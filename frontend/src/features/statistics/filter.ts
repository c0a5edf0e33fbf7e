// The filters of a statistic in its address. A period is relative (`period=MONTH`) or fixed
// (`start`, `end`). The default is the last 30 days.
import type { Query } from '~/domain/client';
import { daysBefore } from '~/domain/time';
import { fieldErrorText } from '~/kernel/errors/error-text';
import { checkedFilters } from '~/kernel/resource/list-query';
import type { ListState, Parameters } from '~/kernel/url/list-state';
import type { Period } from '~/kernel/statistics/bucket-name';
import { FIELDS } from './fields';

export type StatisticQuery = Query<'GetTestCaseStatistics'>;

export const OWN_PERIOD = 'OWN';
const USUAL_DAYS = 30;

/** The relative periods. */
const LASTING = ['TODAY', 'WEEK', 'MONTH', 'YEAR'];

/** Returns the dates of a relative period. */
export function periodOf(word: string | undefined, today: string): Period {
  switch (word) {
    case 'TODAY':
      return { start: today, end: today };
    case 'WEEK':
      return { start: daysBefore(today, 6), end: today };
    case 'MONTH':
      return { start: `${today.slice(0, 7)}-01`, end: today };
    case 'YEAR':
      return { start: `${today.slice(0, 4)}-01-01`, end: today };
    default:
      return { start: daysBefore(today, USUAL_DAYS - 1), end: today };
  }
}

type Filters = ListState['filters'];

function isOwn({ start, end }: Filters): boolean {
  return start !== undefined || end !== undefined;
}

/** Returns the filters to show: fixed dates are an option of the period, too. */
export function shownFilters(filters: Filters): Filters {
  return isOwn(filters) ? { ...filters, period: [OWN_PERIOD] } : filters;
}

/** Adds the changes that follow from a change of a filter. */
export function withDependentChanges(
  changes: Parameters,
  filters: Filters,
  today: string,
): Parameters {
  if ('companyId' in changes) return { ...changes, divisionId: undefined };
  if (!('period' in changes)) return changes;
  if (changes.period !== OWN_PERIOD) return { ...changes, start: undefined, end: undefined };
  // Fixed dates start with those shown before.
  const { start, end } = periodOf(filters.period?.[0], today);
  return { period: undefined, start, end };
}

interface CheckedQuery {
  query: StatisticQuery;
  /** The error messages of the filters, by parameter. If there are any, nothing is fetched. */
  errors: Record<string, string>;
}

/** Builds the query. `serviceId` is that of the tabs, if the screen has them; 0 means all. */
export function checkedQueryOf(state: ListState, today: string, serviceId?: number): CheckedQuery {
  const { divisionId, serviceIds, ...filters } = state.filters;
  const days = isOwn(filters) ? {} : periodOf(filters.period?.[0], today);
  const services =
    serviceId === undefined ? serviceIds : serviceId === 0 ? undefined : [String(serviceId)];
  const asked = {
    ...filters,
    ...Object.fromEntries(Object.entries(days).map(([name, day]) => [name, [day]])),
    ...(services && { serviceIds: services }),
    // A department requires a chosen company.
    ...(divisionId && filters.companyId && { divisionId }),
  };
  const { query, errors } = checkedFilters(
    { fields: FIELDS, filterForm: 'StatisticFilter' },
    { ...state, filters: asked },
  );
  const [word] = filters.period ?? [];
  // The server receives dates only and cannot validate the period.
  const isWrong = !isOwn(filters) && word !== undefined && !LASTING.includes(word);
  const period = fieldErrorText({ path: 'period', code: 'choice', params: {} });
  return {
    query: { compare: true, ...query } as StatisticQuery,
    errors: isWrong ? { ...errors, period } : errors,
  };
}
