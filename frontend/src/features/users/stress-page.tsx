// The member's own stress measurements.
import { StressIcon } from '~/ui/icons';
import { FramePage } from './frame-page';

export function Component() {
  return (
    <FramePage
      title="memberPage.stress.title"
      icon={StressIcon}
      empty="memberPage.stress.empty"
      hint="memberPage.stress.hint"
    />
  );
}
