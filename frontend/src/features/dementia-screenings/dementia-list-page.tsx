// The history of dementia screenings.
import { ResourceList } from '~/kernel/resource/resource-list';
import { dementiaScreenings } from './dementia-resource';

export function Component() {
  return <ResourceList resource={dementiaScreenings} />;
}
