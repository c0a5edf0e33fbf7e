// The page of a user registered by staff.
import { UserPage } from './user-page';
import { regularUsers } from './user-resource';

export function Component() {
  return <UserPage users={regularUsers} />;
}
