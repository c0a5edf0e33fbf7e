// The screen of dealers, each below a vendor.
import { ResourceList } from '~/kernel/resource/resource-list';
import { companies, DEALERS } from './company-resource';

const resource = companies(DEALERS);

export function Component() {
  return <ResourceList resource={resource} />;
}
