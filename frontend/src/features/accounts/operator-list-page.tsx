// The list of operators.
import { ResourceList } from '~/kernel/resource/resource-list';
import { operators } from './operator-resource';

export function Component() {
  return <ResourceList resource={operators} />;
}
