// The screen for managing grading rules.
import { ResourceList } from '~/kernel/resource/resource-list';
import { gradeRules } from './grade-rule-resource';

export function Component() {
  return <ResourceList resource={gradeRules} />;
}
