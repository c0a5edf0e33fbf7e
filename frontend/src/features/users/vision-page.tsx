// The member's own vision measurements.
import { FramePage } from './frame-page';
import { OWN_VISION } from './screens';

export function Component() {
  return (
    <FramePage
      screen={OWN_VISION}
      kind="VISION"
      empty="memberPage.vision.empty"
      hint="memberPage.vision.hint"
    />
  );
}
