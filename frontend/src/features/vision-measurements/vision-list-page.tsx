// The history of vision measurements.
import { ResourceList } from '~/kernel/resource/resource-list';
import { visionMeasurements } from './vision-resource';

export function Component() {
  return <ResourceList resource={visionMeasurements} />;
}
