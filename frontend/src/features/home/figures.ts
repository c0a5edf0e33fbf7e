// What the cards of the first page ask the statistics: the last 30 days of the chosen service, and the 30 before. Cards
// that ask the same share one answer.
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { call } from '~/domain/client';
import { today } from '~/domain/time';
import { ALL_SERVICES_ID, selectedServiceAtom } from '~/kernel/session/selected-service';

const DAYS = 30;
const DAY_MILLISECONDS = 86_400_000;

/** From the first to the last of so many days that end with this one. */
export function daysUntil(end: string, days = DAYS): { start: string; end: string } {
  const start = new Date(Date.parse(end) - (days - 1) * DAY_MILLISECONDS);
  return { start: start.toISOString().slice(0, 10), end };
}

function useAsked() {
  const serviceId = useAtomValue(selectedServiceAtom);
  return {
    ...daysUntil(today()),
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

export function useTests(enabled: boolean) {
  const query = useAsked();
  return useQuery({
    queryKey: ['home', 'tests', query],
    queryFn: ({ signal }) => call('GetTestCategoryStatistics', { query }, signal),
    enabled,
  });
}

export function useAttention(enabled: boolean) {
  const query = useAsked();
  return useQuery({
    queryKey: ['home', 'attention', query],
    queryFn: ({ signal }) => call('GetAttentionStatistics', { query }, signal),
    enabled,
  });
}

export function useCompanies(enabled: boolean) {
  const query = useAsked();
  return useQuery({
    queryKey: ['home', 'companies', query],
    queryFn: ({ signal }) => call('GetCompanyTestStatistics', { query }, signal),
    enabled,
  });
}

export function useAppMembers(enabled: boolean) {
  const query = useAsked();
  return useQuery({
    queryKey: ['home', 'members', query],
    queryFn: ({ signal }) => call('GetServiceAppMemberStatistics', { query }, signal),
    enabled,
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
