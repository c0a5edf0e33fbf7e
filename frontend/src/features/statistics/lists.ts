// The lists that figures link to, with the statistic's filters. There is no link if the list cannot
// be filtered alike, because it would not show what was counted, or if the user may not read it.
import { useSearchParams } from 'react-router';
import type { Answer } from '~/domain/client';
import { accessOf } from '~/domain/access';
import { useAccess } from '~/kernel/access/access';
import { HISTORY_PATHS, MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { useMe } from '~/kernel/session/account';
import { useAuthority } from '~/kernel/session/session';
import type { Period } from '~/kernel/statistics/bucket-name';
import { withParameters } from '~/kernel/url/list-state';
import type { StatisticQuery } from './filter';

type TestRow = Answer<'GetTestCaseStatistics'>['rows'][number];
type Category = NonNullable<TestRow['category']>;
type TestCase = NonNullable<TestRow['testCase']>;
type GradedIndicator = Answer<'GetAttentionStatistics'>['rows'][number]['indicator'];
type Parameters = Record<string, string | number | readonly (string | number)[] | null | undefined>;

/** An address that is a link only for users who may read its screen. */
export interface Place {
  path: string;
  search: string;
}

export function place(path: string, parameters: Parameters): Place {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of [value ?? []].flat()) search.append(name, String(one));
  }
  return { path, search: search.toString() };
}

/** Returns the filters that lists of measurements share with statistics. */
function sameOf({ companyId, serviceIds, sex, ageDecades }: StatisticQuery): Parameters {
  return { companyId, serviceIds, sex, ageDecades };
}

/** Returns another statistic with the same filters and period. */
export function statisticPlace(path: string, period: Period, query: StatisticQuery): Place {
  const { divisionId, compare } = query;
  return place(path, {
    ...period,
    ...sameOf(query),
    divisionId,
    compare: compare === false ? 'false' : null,
  });
}

/**
 * Returns the history of a category, without trial measurements. Histories have no filter for
 * departments.
 */
export function historyPlace(
  category: Category,
  period: Period,
  query: StatisticQuery,
  more: Parameters = {},
): Place | undefined {
  if (query.divisionId) return undefined;
  return place(HISTORY_PATHS[category], {
    startMeasuredAt: period.start,
    endMeasuredAt: period.end,
    ...sameOf(query),
    isTrial: 'false',
    ...more,
  });
}

/** Returns all members of a company, which is what the figure counts regardless of the filters. */
export function membersPlace(companyId: number): Place {
  return place(MEMBERS_PATH, { companyId });
}

/** The history of a case, with the filter that leaves nothing else. */
const CASES: Partial<Record<TestCase, [Category, Parameters]>> = {
  HEART_RATE_AT_REST: ['HEART_RATE', { contexts: 'REST' }],
  HEART_RATE_AFTER_EXERCISE: ['HEART_RATE', { contexts: 'AFTER_EXERCISE' }],
  CIST: ['DEMENTIA', { instruments: 'CIST' }],
  KDSQ_C: ['DEMENTIA', { instruments: 'KDSQ_C' }],
  KDSQ_P: ['DEMENTIA', { instruments: 'KDSQ_P' }],
  MMSE_KC: ['DEMENTIA', { instruments: 'MMSE_KC' }],
};

/**
 * Returns the history of a test case. The other cases have no list: histories do not distinguish
 * measurements by the results they have, and a questionnaire occurs in two of them.
 */
export function casePlace(
  testCase: TestCase,
  period: Period,
  query: StatisticQuery,
): Place | undefined {
  const found = CASES[testCase];
  return found && historyPlace(found[0], period, query, found[1]);
}

/** The anchor of the list of people who need attention. */
export const PEOPLE = 'people';

/**
 * Returns the list of people on the same page for an indicator or one of its grades, if the user
 * may read it.
 */
export function usePeopleList(): (
  indicator: GradedIndicator,
  grade?: string,
) => string | undefined {
  const [search] = useSearchParams();
  const mayRead = useAccess(MEMBERS_PATH).read;
  return (indicator, grade) =>
    mayRead
      ? `?${withParameters(search, { people: 'true', indicator, grade }).toString()}#${PEOPLE}`
      : undefined;
}

/** Returns the address of a place, if the user may read it. */
export function useLeads(): (place: Place | undefined) => string | undefined {
  const authority = useAuthority();
  const items = useMe().data?.permissionGroup.allowedMenuItems ?? [];
  return (place) =>
    place && accessOf(place.path, items, authority).read
      ? `${place.path}?${place.search}`
      : undefined;
}
