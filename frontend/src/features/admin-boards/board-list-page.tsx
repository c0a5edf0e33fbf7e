// The screen for managing boards.
import { ResourceList } from '~/kernel/resource/resource-list';
import { boards } from './board-resource';

export function Component() {
  return <ResourceList resource={boards} />;
}
