// The screen where codes are managed.
import { ResourceList } from '~/kernel/resource/resource-list';
import { codes } from './code-resource';

export function Component() {
  return <ResourceList resource={codes} />;
}
