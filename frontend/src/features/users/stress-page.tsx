// The member's own stress measurements.
import { FramePage } from './frame-page';
import { OWN_STRESS } from './screens';

export function Component() {
  return (
    <FramePage
      screen={OWN_STRESS}
      kind="STRESS"
      empty="memberPage.stress.empty"
      hint="memberPage.stress.hint"
    />
  );
}
