// The user's own stress measurements: the latest ones, and those of a period.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { measurementsOf, PAGE_SIZE } from './own-measurements';
import type { Period } from './period';

export type OwnStress = Answer<'ListOwnStressMeasurements'>['data'][number];

/**
 * Returns one page of the latest measurements, newest first: not every measurement has all values.
 */
export function useLatestStress() {
  return useQuery({
    queryKey: ['own-measurements', 'stress', 'latest'],
    queryFn: async ({ signal }) => {
      const query = { sort: 'NEWEST', page: 0, pageSize: PAGE_SIZE } as const;
      return (await call('ListOwnStressMeasurements', { query }, signal)).data;
    },
  });
}

export function useStressOf(period: Period) {
  return useQuery({
    queryKey: ['own-measurements', 'stress', period],
    queryFn: ({ signal }) =>
      measurementsOf(period, (query) => call('ListOwnStressMeasurements', { query }, signal)),
    placeholderData: keepPreviousData,
  });
}
