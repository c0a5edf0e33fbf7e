// The screen of distributors, which stand at the top of the tree.
import { ResourceList } from '~/kernel/resource/resource-list';
import { companies } from './company-resource';

const resource = companies('VENDOR');

export function Component() {
  return <ResourceList resource={resource} />;
}
