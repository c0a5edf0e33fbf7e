// The page of a user who has signed up.
import { UserPage } from './user-page';
import { onlineUsers } from './user-resource';

export function Component() {
  return <UserPage users={onlineUsers} />;
}
