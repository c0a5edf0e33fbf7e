// The change log.
import { ResourceList } from '~/kernel/resource/resource-list';
import { changeLog } from './change-log-resource';

export function Component() {
  return <ResourceList resource={changeLog} />;
}
