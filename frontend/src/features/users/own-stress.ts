// The caller's own stress measurements of a period, the newest first.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { firstDay, type Period } from './period';

export type OwnStress = Answer<'ListOwnStressMeasurements'>['data'][number];

/** More points than a chart shows apart, and more than anybody has measured. */
const MOST = 200;

export function useOwnStress(period: Period) {
  return useQuery({
    queryKey: ['own-measurements', 'stress', period],
    queryFn: async ({ signal }) => {
      const first = firstDay(period, today());
      const query = {
        sort: 'NEWEST',
        page: 0,
        pageSize: MOST,
        ...(first !== undefined && { startMeasuredAt: first }),
      } as const;
      return (await call('ListOwnStressMeasurements', { query }, signal)).data;
    },
    placeholderData: keepPreviousData,
  });
}
