// The history of psychological tests.
import { ResourceList } from '~/kernel/resource/resource-list';
import { psychologicalTests } from './psychological-resource';

export function Component() {
  return <ResourceList resource={psychologicalTests} />;
}
