// The access log.
import { ResourceList } from '~/kernel/resource/resource-list';
import { accessLog } from './access-log-resource';

export function Component() {
  return <ResourceList resource={accessLog} />;
}
