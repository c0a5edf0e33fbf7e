// The outbox.
import { ResourceList } from '~/kernel/resource/resource-list';
import { reportLinks } from './report-link-resource';

export function Component() {
  return <ResourceList resource={reportLinks} />;
}
