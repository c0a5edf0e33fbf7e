// The devices that the caller is signed in on. Ending the present one is signing out.
import { useSetAtom } from 'jotai';
import { call } from '~/domain/client';
import { signOutAtom } from './session';
import { SessionList } from './session-list';

export function OwnSessions() {
  const signOut = useSetAtom(signOutAtom);
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
