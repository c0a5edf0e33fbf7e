// The trainings that the member has taken part in.
import { FramePage } from './frame-page';
import { OWN_PARTICIPATION } from './screens';

export function Component() {
  return (
    <FramePage
      screen={OWN_PARTICIPATION}
      kind="TRAINING"
      empty="memberPage.participation.empty"
      hint="memberPage.participation.hint"
    />
  );
}
