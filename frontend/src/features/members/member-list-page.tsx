// The members of companies.
import { ResourceList } from '~/kernel/resource/resource-list';
import { members } from './member-resource';

export function Component() {
  return <ResourceList resource={members} />;
}
