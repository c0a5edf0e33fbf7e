// The screen for managing user apps.
import { ResourceList } from '~/kernel/resource/resource-list';
import { userApps } from './user-app-resource';

export function Component() {
  return <ResourceList resource={userApps} />;
}
