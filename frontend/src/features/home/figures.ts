// What the cards of the first page tell of: the last 30 days of the chosen service, and the 30 before.
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { call, type Answer } from '~/domain/client';
import { daysBefore, today } from '~/domain/time';
import { ALL_SERVICES_ID, selectedServiceAtom } from '~/kernel/session/selected-service';

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

/** What a card tells of the answer that all of them share. */
export function useDashboard<P>(part: (dashboard: Dashboard) => P): UseQueryResult<P> {
  const query = useAsked();
  return useQuery({
    queryKey: ['home', 'dashboard', query],
    queryFn: ({ signal }) => call('GetDashboard', { query }, signal),
    placeholderData: keepPreviousData,
    select: part,
  });
}

/** Everything that is announced in the console these days, however it is told elsewhere. */
export function useAnnouncements(enabled: boolean) {
  const day = today();
  return useQuery({
    queryKey: ['announcements', 'home', day],
    queryFn: ({ signal }) =>
      call(
        'ListAnnouncements',
        {
          query: {
            categories: ['NOTICE', 'SERVICE', 'EVENT', 'MAINTENANCE'],
            popupTargets: ['CMS'],
            popupFrom: day,
            popupTo: day,
            page: 0,
            pageSize: 5,
          },
        },
        signal,
      ),
    enabled,
  });
}
