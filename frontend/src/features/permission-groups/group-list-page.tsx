// The screen for managing permission groups.
import { ResourceList } from '~/kernel/resource/resource-list';
import { groups } from './group-resource';

export function Component() {
  return <ResourceList resource={groups} />;
}
