// The list of managers.
import { ResourceList } from '~/kernel/resource/resource-list';
import { managers } from './manager-resource';

export function Component() {
  return <ResourceList resource={managers} />;
}
