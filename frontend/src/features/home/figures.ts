// The data of the home page for the chosen service: totals, and for the cards the last 30 days
// compared with the 30 days before.
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { call, type Answer } from '~/domain/client';
import { daysBefore, today } from '~/domain/time';
import { ALL_SERVICES_ID, selectedServiceAtom } from '~/kernel/session/selected-service';
import type { CountState } from '~/kernel/i18n/counted-words';

const DAYS = 30;

function useFiguresQuery() {
  const end = today();
  const serviceId = useAtomValue(selectedServiceAtom);
  return {
    start: daysBefore(end, DAYS - 1),
    end,
    bucket: 'DAY' as const,
    compare: true,
    serviceIds: serviceId === ALL_SERVICES_ID ? [] : [serviceId],
  };
}

/**
 * Returns an address with the chosen service, for lists and statistics that can be filtered by it.
 */
export function useOfService(): (path: string) => string {
  const serviceId = useAtomValue(selectedServiceAtom);
  return (path) =>
    serviceId === ALL_SERVICES_ID ? path : `${path}?serviceIds=${String(serviceId)}`;
}

type Dashboard = Answer<'GetDashboard'>;

/**
 * Polling interval while the period is still being counted. With measurements coming in all day,
 * that is always.
 */
const COUNTING = 30_000;

/** Returns the time up to which all statistics were counted, or null if there are none. */
export function countedOf({ tests, attention, companies }: Dashboard): CountState | null {
  const frames = [tests, attention, companies].flatMap((statistic) => statistic?.frame ?? []);
  const [first, ...others] = frames.sort((one, other) =>
    one.countedAt.localeCompare(other.countedAt),
  );
  if (!first) return null;
  const { countedAt, isCounting } = first;
  return { countedAt, isCounting: isCounting || others.some((frame) => frame.isCounting) };
}

/** Selects a part of the response that the whole page shares. */
export function useDashboard<P>(part: (dashboard: Dashboard) => P): UseQueryResult<P> {
  const query = useFiguresQuery();
  return useQuery({
    queryKey: ['home', 'dashboard', query],
    queryFn: ({ signal }) => call('GetDashboard', { query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data && countedOf(data)?.isCounting ? COUNTING : false,
    select: part,
  });
}
