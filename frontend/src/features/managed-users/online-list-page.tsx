// The list of users who have signed up themselves.
import { ResourceList } from '~/kernel/resource/resource-list';
import { onlineUsers } from './user-resource';

export function Component() {
  return <ResourceList resource={onlineUsers} />;
}
