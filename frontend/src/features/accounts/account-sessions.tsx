// The sessions of another user's account.
import { call } from '~/domain/client';
import { SessionList } from '~/kernel/session/session-list';

export function AccountSessions({ accountId, mayEnd }: { accountId: number; mayEnd: boolean }) {
  const path = { accountId };
  const end = (sessionId: number | undefined) =>
    sessionId === undefined
      ? call('EndAccountSessions', { path })
      : call('EndAccountSession', { path: { ...path, sessionId } });
  return (
    <SessionList
      queryKey={['account-sessions', accountId]}
      ask={(signal) => call('ListAccountSessions', { path }, signal)}
      end={mayEnd ? end : undefined}
      endAllLabel="staff.endSessions"
    />
  );
}
