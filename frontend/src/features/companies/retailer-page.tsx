// The screen of retailers, each below a vendor or a dealer.
import { ResourceList } from '~/kernel/resource/resource-list';
import { companies } from './company-resource';

const resource = companies('RETAILER');

export function Component() {
  return <ResourceList resource={resource} />;
}
