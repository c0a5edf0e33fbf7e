// The list of users who have signed up.
import { ResourceList } from '~/kernel/resource/resource-list';
import { onlineUsers } from './user-resource';

export function Component() {
  return <ResourceList resource={onlineUsers} />;
}
