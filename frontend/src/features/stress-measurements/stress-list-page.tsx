// The history of stress measurements.
import { ResourceList } from '~/kernel/resource/resource-list';
import { stressMeasurements } from './stress-resource';

export function Component() {
  return <ResourceList resource={stressMeasurements} />;
}
