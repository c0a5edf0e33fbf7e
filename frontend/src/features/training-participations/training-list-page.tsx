// The history of training participations.
import { ResourceList } from '~/kernel/resource/resource-list';
import { trainingParticipations } from './training-resource';

export function Component() {
  return <ResourceList resource={trainingParticipations} />;
}
