// The screen for managing codes.
import { ResourceList } from '~/kernel/resource/resource-list';
import { codes } from './code-resource';

export function Component() {
  return <ResourceList resource={codes} />;
}
