// The list of users registered by staff.
import { ResourceList } from '~/kernel/resource/resource-list';
import { regularUsers } from './user-resource';

export function Component() {
  return <ResourceList resource={regularUsers} />;
}
