// The screen where the rules of grading are managed.
import { ResourceList } from '~/kernel/resource/resource-list';
import { gradeRules } from './grade-rule-resource';

export function Component() {
  return <ResourceList resource={gradeRules} />;
}
