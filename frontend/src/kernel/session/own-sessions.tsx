// The user's sessions. Ending the current one signs out.
import { call } from '~/domain/client';
import { SessionList } from './session-list';
import { useSignOut } from './use-sign-out';

export function OwnSessions() {
  const signOut = useSignOut();
  return (
    <SessionList
      queryKey={['account', 'sessions']}
      ask={(signal) => call('ListOwnSessions', {}, signal)}
      end={(sessionId) =>
        sessionId === undefined
          ? call('EndOtherSessions', {})
          : call('EndOwnSession', { path: { sessionId } })
      }
      endAllLabel="account.endOthers"
      onSignOut={() => {
        void signOut();
      }}
    />
  );
}
