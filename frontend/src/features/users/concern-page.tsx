// The concerns that the member has written about.
import { FramePage } from './frame-page';
import { OWN_CONCERNS } from './screens';

export function Component() {
  return (
    <FramePage
      screen={OWN_CONCERNS}
      kind="CONCERN"
      empty="memberPage.concern.empty"
      hint="memberPage.concern.hint"
    />
  );
}
