// The screen for managing terms.
import { ResourceList } from '~/kernel/resource/resource-list';
import { terms } from './terms-resource';

export function Component() {
  return <ResourceList resource={terms} />;
}
