// What the first page tells of the chosen service: how much there is, and in its cards the last 30 days beside the 30
// before.
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { call, type Answer } from '~/domain/client';
import { daysBefore, today } from '~/domain/time';
import { ALL_SERVICES_ID, selectedServiceAtom } from '~/kernel/session/selected-service';
import type { Counted } from '~/kernel/i18n/counted-words';

const DAYS = 30;

function useAsked() {
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

/** An address with the chosen service, for lists and statistics that are narrowed by it. */
export function useOfService(): (path: string) => string {
  const serviceId = useAtomValue(selectedServiceAtom);
  return (path) =>
    serviceId === ALL_SERVICES_ID ? path : `${path}?serviceIds=${String(serviceId)}`;
}

type Dashboard = Answer<'GetDashboard'>;

/** While something of the period is still being counted, it is looked at again: where measurements come all day, always. */
const COUNTING = 30_000;

/** Until when all that is shown was counted; nothing where no statistic is. */
export function countedOf({ tests, attention, companies }: Dashboard): Counted | null {
  const frames = [tests, attention, companies].flatMap((statistic) => statistic?.frame ?? []);
  const [first, ...others] = frames.sort((one, other) =>
    one.countedAt.localeCompare(other.countedAt),
  );
  if (!first) return null;
  const { countedAt, isCounting } = first;
  return { countedAt, isCounting: isCounting || others.some((frame) => frame.isCounting) };
}

/** A part of the answer that the whole page shares. */
export function useDashboard<P>(part: (dashboard: Dashboard) => P): UseQueryResult<P> {
  const query = useAsked();
  return useQuery({
    queryKey: ['home', 'dashboard', query],
    queryFn: ({ signal }) => call('GetDashboard', { query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data && countedOf(data)?.isCounting ? COUNTING : false,
    select: part,
  });
}
