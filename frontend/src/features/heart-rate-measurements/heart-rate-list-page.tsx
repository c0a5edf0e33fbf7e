// The history of heart rates.
import { ResourceList } from '~/kernel/resource/resource-list';
import { heartRateMeasurements } from './heart-rate-resource';

export function Component() {
  return <ResourceList resource={heartRateMeasurements} />;
}
