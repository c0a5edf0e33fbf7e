// The screen of dealers, each below a vendor.
import { ResourceList } from '~/kernel/resource/resource-list';
import { companies } from './company-resource';

const resource = companies('DEALER');

export function Component() {
  return <ResourceList resource={resource} />;
}
