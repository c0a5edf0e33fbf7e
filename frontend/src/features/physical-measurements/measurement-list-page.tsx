// The history of physical measurements.
import { ResourceList } from '~/kernel/resource/resource-list';
import { measurements } from './measurement-resource';

export function Component() {
  return <ResourceList resource={measurements} />;
}
