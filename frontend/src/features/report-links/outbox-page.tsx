// The outbox.
import { ResourceList } from '~/kernel/resource/resource-list';
import { messages } from './message-resource';

export function Component() {
  return <ResourceList resource={messages} />;
}
