// The list of reports.
import { ResourceList } from '~/kernel/resource/resource-list';
import { reports } from './report-resource';

export function Component() {
  return <ResourceList resource={reports} />;
}
