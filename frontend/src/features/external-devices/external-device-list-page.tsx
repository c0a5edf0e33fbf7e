// The screen for managing external devices.
import { ResourceList } from '~/kernel/resource/resource-list';
import { externalDevices } from './external-device-resource';

export function Component() {
  return <ResourceList resource={externalDevices} />;
}
