// The screen of distributors, the top tier.
import { ResourceList } from '~/kernel/resource/resource-list';
import { companies } from './company-resource';

const resource = companies('VENDOR');

export function Component() {
  return <ResourceList resource={resource} />;
}
