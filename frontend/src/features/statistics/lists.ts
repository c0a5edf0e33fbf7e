// The lists that figures lead to, filtered by what was asked for. A list that cannot be filtered so would be another list
// than what was counted, and nobody is led to it; nor is anybody who may not read it.
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

/** An address that leads somewhere for whoever may read its screen. */
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

/** Who is asked for, as lists of measurements are filtered by it. */
function sameOf({ companyId, serviceIds, sex, ageDecades }: StatisticQuery): Parameters {
  return { companyId, serviceIds, sex, ageDecades };
}

/** Where the same filters go on: of another statistic, with its period as the address has it. */
export function statisticPlace(path: string, period: Period, query: StatisticQuery): Place {
  const { divisionId, compare } = query;
  return place(path, {
    ...period,
    ...sameOf(query),
    divisionId,
    compare: compare === false ? 'false' : null,
  });
}

/** The history of a category, without what was made on trial. Histories know no divisions. */
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

/** All members of a company: so many are told, whatever is asked for. */
export function membersPlace(companyId: number): Place {
  return place(MEMBERS_PATH, { companyId });
}

const CONTEXTS: Partial<Record<TestCase, string>> = {
  HEART_RATE_AT_REST: 'REST',
  HEART_RATE_AFTER_EXERCISE: 'AFTER_EXERCISE',
};

/**
 * The history of a case. The others have no list of their own: histories do not tell measurements apart by what they
 * have a result of, and a questionnaire is answered in two of them.
 */
export function casePlace(
  testCase: TestCase,
  period: Period,
  query: StatisticQuery,
): Place | undefined {
  const contexts = CONTEXTS[testCase];
  return contexts === undefined
    ? undefined
    : historyPlace('HEART_RATE', period, query, { contexts });
}

/** Where the list of who needs attention stands on its page. */
export const PEOPLE = 'people';

/** The list of people on the same page, of an indicator or of one of its grades, for whoever may read them. */
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

/** The address of a place, for whoever may read what stands there. */
export function useLeads(): (place: Place | undefined) => string | undefined {
  const authority = useAuthority();
  const items = useMe().data?.permissionGroup.allowedMenuItems ?? [];
  return (place) =>
    place && accessOf(place.path, items, authority).read
      ? `${place.path}?${place.search}`
      : undefined;
}
