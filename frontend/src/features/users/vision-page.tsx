// The member's own vision measurements.
import { VisionIcon } from '~/ui/icons';
import { FramePage } from './frame-page';

export function Component() {
  return (
    <FramePage
      title="memberPage.vision.title"
      icon={VisionIcon}
      empty="memberPage.vision.empty"
      hint="memberPage.vision.hint"
    />
  );
}
