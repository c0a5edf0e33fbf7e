// Marks alerts as read. The bell's count and the list are updated from the server's response,
// wherever the alerts were read.
import type { QueryClient } from '@tanstack/react-query';
import { call, type Body } from '~/domain/client';

/** Query key of the number of unread alerts, which the bell shows. */
export const UNREAD = ['alerts', 'unread'];
/** Query key of the list that the bell opens. */
export const ALERTS = ['alerts', 'list'];

export async function readAlerts(
  read: Body<'MarkAlertsRead'>,
  queryClient: QueryClient,
): Promise<void> {
  const { unreadCount } = await call('MarkAlertsRead', { body: read });
  queryClient.setQueryData(UNREAD, unreadCount);
  await queryClient.invalidateQueries({ queryKey: ALERTS });
}
