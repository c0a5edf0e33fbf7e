// Who read the personal data of a user: what is the user's own, and as far as the reader may see them that of the members
// whom the user is linked with.
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
