// The user's own physical measurements: the latest ones, and those of a period.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { firstDay, type Period } from './period';

export type Measurement = Answer<'ListOwnPhysicalMeasurements'>['data'][number];

/**
 * Enough to find the last two values of every indicator, as not every measurement has all of them.
 */
const LATEST = 20;
export const PAGE_SIZE = 200;
/** More points than a chart can show separately, and more rows than anybody reads. */
const MAX_PAGES = 5;

/** Newest first. */
export function useLatestMeasurements() {
  return useQuery({
    queryKey: ['own-measurements', 'physical', 'latest'],
    queryFn: async ({ signal }) => {
      const query = { sort: 'NEWEST', page: 0, pageSize: LATEST } as const;
      return (await call('ListOwnPhysicalMeasurements', { query }, signal)).data;
    },
  });
}

export interface MeasurementsOfPeriod<Row> {
  /** Newest first. */
  measurements: Row[];
  /** Whether the oldest measurements of the period are omitted. */
  cut: boolean;
}

export function useMeasurementsOf(period: Period) {
  return useQuery({
    queryKey: ['own-measurements', 'physical', period],
    queryFn: ({ signal }) =>
      measurementsOf(period, (query) => call('ListOwnPhysicalMeasurements', { query }, signal)),
    placeholderData: keepPreviousData,
  });
}

interface PageOfPeriod {
  sort: 'NEWEST';
  page: number;
  pageSize: number;
  startMeasuredAt?: string;
}

/** Loads all measurements of a period, page by page. */
export async function measurementsOf<Row>(
  period: Period,
  ask: (query: PageOfPeriod) => Promise<{ data: Row[] }>,
): Promise<MeasurementsOfPeriod<Row>> {
  const first = firstDay(period, today());
  const measurements: Row[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { data } = await ask({
      sort: 'NEWEST',
      page,
      pageSize: PAGE_SIZE,
      ...(first !== undefined && { startMeasuredAt: first }),
    });
    measurements.push(...data);
    if (data.length < PAGE_SIZE) return { measurements, cut: false };
  }
  return { measurements, cut: true };
}
