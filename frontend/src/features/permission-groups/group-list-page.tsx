// The screen where permission groups are managed.
import { ResourceList } from '~/kernel/resource/resource-list';
import { groups } from './group-resource';

export function Component() {
  return <ResourceList resource={groups} />;
}
