// The access log of a user's personal data: the user's own and, as far as the viewer may see them,
// that of linked members.
import { call } from '~/domain/client';
import { Readings } from '~/kernel/access/who-read';

export function UserAccess({ userId }: { userId: number }) {
  return (
    <Readings
      queryKey={['users', 'access', userId]}
      ask={(page, signal) =>
        call('ListUserAccessLogs', { path: { userId }, query: { page } }, signal)
      }
    />
  );
}
