// The lists that figures lead to, filtered by what was asked for. A list that cannot be filtered so would be another list
// than what was counted, and nobody is led to it; nor is anybody who may not read it.
import type { Answer } from '~/domain/client';
import { accessOf } from '~/domain/access';
import { HISTORY_PATHS, MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { useMe } from '~/kernel/session/account';
import { useAuthority } from '~/kernel/session/session';
import type { Period } from '~/kernel/statistics/bucket-name';
import type { StatisticQuery } from './filter';

type TestRow = Answer<'GetTestCaseStatistics'>['rows'][number];
type Category = NonNullable<TestRow['category']>;
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
  const { compare } = query;
  return place(path, { ...period, ...sameOf(query), compare: compare === false ? 'false' : null });
}

/** The history of a category. Histories know no divisions. */
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
    ...more,
  });
}

/** Members of a company, of whom lists know no age by decades. */
export function membersPlace(companyId: number, query: StatisticQuery): Place | undefined {
  if (query.ageDecades?.length) return undefined;
  return place(MEMBERS_PATH, { companyId, serviceIds: query.serviceIds, sex: query.sex });
}

const CONTEXTS: Partial<Record<string, string>> = {
  HEART_RATE_AT_REST: 'REST',
  HEART_RATE_AFTER_EXERCISE: 'AFTER_EXERCISE',
};

/** What a history is filtered by besides, to show a case of its category. */
export function caseFilters({
  category,
  testCase,
}: Pick<TestRow, 'category' | 'testCase'>): Parameters {
  switch (category) {
    case 'HEART_RATE':
      return { contexts: CONTEXTS[testCase ?? ''] };
    case 'DEMENTIA':
    case 'PSYCHOLOGICAL':
      return { instruments: testCase };
    default:
      return {};
  }
}

const GRADES: Record<GradedIndicator, { category: Category; filter: string }> = {
  BMI: { category: 'PHYSICAL', filter: 'bmiGrades' },
  BLOOD_PRESSURE: { category: 'PHYSICAL', filter: 'bloodPressureGrades' },
  BODY_FAT: { category: 'PHYSICAL', filter: 'bodyFatGrades' },
  STRESS: { category: 'STRESS', filter: 'stressGrades' },
  ANXIETY: { category: 'STRESS', filter: 'anxietyGrades' },
  BURNOUT: { category: 'STRESS', filter: 'burnoutGrades' },
  LETHARGY: { category: 'STRESS', filter: 'lethargyGrades' },
  VISION: { category: 'VISION', filter: 'visionGrades' },
  MYOPIA: { category: 'VISION', filter: 'myopiaGrades' },
  HEART_RATE: { category: 'HEART_RATE', filter: 'grades' },
  COGNITION: { category: 'DEMENTIA', filter: 'outcomes' },
};

/** The history of who has one of these grades. */
export function gradesPlace(
  indicator: GradedIndicator,
  grades: readonly string[],
  period: Period,
  query: StatisticQuery,
): Place | undefined {
  const { category, filter } = GRADES[indicator];
  return historyPlace(category, period, query, { [filter]: grades });
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
