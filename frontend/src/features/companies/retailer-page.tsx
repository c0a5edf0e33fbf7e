// The screen of retailers, each below a vendor or a dealer.
import { ResourceList } from '~/kernel/resource/resource-list';
import { companies, RETAILERS } from './company-resource';

const resource = companies(RETAILERS);

export function Component() {
  return <ResourceList resource={resource} />;
}
