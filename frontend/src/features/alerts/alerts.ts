// Requests for alerts, and the cache updates that follow.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Answer, type Body } from '~/domain/client';
import { ALERTS, readAlerts, UNREAD } from '~/kernel/alerts/read-alerts';
import { errorText } from '~/kernel/errors/error-text';
import { textIfKnown } from '~/kernel/i18n/i18n';
import { jobTitle } from '~/kernel/jobs/jobs';
import { toast } from '~/kernel/toast/toast';

export type Alert = Answer<'GetAlert'>;
export type AlertGrade = NonNullable<Alert['measurement']>['grades'][number];
type UrgentSide = NonNullable<Alert['measurement']>['urgent'][number];
export type AlertSettings = Answer<'GetAlertSettings'>;
export type Indicator = AlertGrade['indicator'];

const SETTINGS = ['alerts', 'settings'];

export function indicatorName(indicator: Indicator): string {
  return textIfKnown(`alerts.indicator.${indicator}`) ?? indicator;
}

export function kindName(kind: Alert['kind']): string {
  return textIfKnown(`alerts.kind.${kind}`) ?? kind;
}

/** Says how a value calls for action at once. */
export function urgentText(side: UrgentSide): string {
  return textIfKnown(`measurement.urgentSide.${side}`) ?? side;
}

/** Returns the subject of an alert besides its kind: the job or the terms. */
export function subjectOf({ job, terms }: Alert): string | undefined {
  if (job) return jobTitle(job);
  if (terms) return `${textIfKnown(`terms.kind.${terms.kind}`) ?? terms.kind} ${terms.edition}`;
  return undefined;
}

export function useAlerts() {
  const queryClient = useQueryClient();
  return useInfiniteQuery({
    queryKey: ALERTS,
    queryFn: async ({ pageParam, signal }) => {
      const page = await call(
        'ListAlerts',
        { query: pageParam === null ? {} : { after: pageParam } },
        signal,
      );
      queryClient.setQueryData(UNREAD, page.unreadCount);
      return page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

export function useAlert(id: number) {
  return useQuery({
    queryKey: ['alerts', 'one', id],
    queryFn: ({ signal }) => call('GetAlert', { path: { alertId: id } }, signal),
  });
}

export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (read: Body<'MarkAlertsRead'>) => readAlerts(read, queryClient),
    onError: (error) => {
      toast('error', errorText(error));
    },
  });
}

export function useAlertSettings() {
  return useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => call('GetAlertSettings', {}, signal),
  });
}

export function useSaveAlertSettings(onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AlertSettings) => call('SaveAlertSettings', { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(SETTINGS, saved);
      void queryClient.invalidateQueries({ queryKey: ALERTS });
      onSaved();
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
  });
}
