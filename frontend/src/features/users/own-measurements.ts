// The caller's own physical measurements: the latest, and those of a period.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { firstDay, type Period } from './period';

export type Measurement = Answer<'ListOwnPhysicalMeasurements'>['data'][number];

/** Enough to find the last two of every kind, as not every measurement has every value. */
const LATEST = 20;
const PAGE_SIZE = 200;
/** More points than a chart shows apart, and more rows than anybody reads. */
const MAX_PAGES = 5;

/** The newest first. */
export function useLatestMeasurements() {
  return useQuery({
    queryKey: ['own-measurements', 'physical', 'latest'],
    queryFn: async ({ signal }) => {
      const query = { sort: 'NEWEST', page: 0, pageSize: LATEST } as const;
      return (await call('ListOwnPhysicalMeasurements', { query }, signal)).data;
    },
  });
}

export interface MeasurementsOfPeriod {
  /** The newest first. */
  measurements: Measurement[];
  /** Whether the oldest ones of the period are left out. */
  cut: boolean;
}

export function useMeasurementsOf(period: Period) {
  return useQuery({
    queryKey: ['own-measurements', 'physical', period],
    queryFn: ({ signal }) => measurementsSince(firstDay(period, today()), signal),
    placeholderData: keepPreviousData,
  });
}

async function measurementsSince(
  day: string | undefined,
  signal: AbortSignal,
): Promise<MeasurementsOfPeriod> {
  const measurements: Measurement[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await call(
      'ListOwnPhysicalMeasurements',
      {
        query: {
          sort: 'NEWEST',
          page,
          pageSize: PAGE_SIZE,
          ...(day !== undefined && { startMeasuredAt: day }),
        },
      },
      signal,
    );
    measurements.push(...answer.data);
    if (answer.data.length < PAGE_SIZE) return { measurements, cut: false };
  }
  return { measurements, cut: true };
}
