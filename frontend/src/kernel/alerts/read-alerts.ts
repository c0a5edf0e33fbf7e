// What has been read of alerts: the bell's count and the list follow the server's answer, wherever it was read.
import type { QueryClient } from '@tanstack/react-query';
import { call, type Body } from '~/domain/client';

/** The number of unread alerts, as the bell shows it. */
export const UNREAD = ['alerts', 'unread'];
/** The list that the bell opens. */
export const ALERTS = ['alerts', 'list'];

export async function readAlerts(
  read: Body<'MarkAlertsRead'>,
  queryClient: QueryClient,
): Promise<void> {
  const { unreadCount } = await call('MarkAlertsRead', { body: read });
  queryClient.setQueryData(UNREAD, unreadCount);
  await queryClient.invalidateQueries({ queryKey: ALERTS });
}
