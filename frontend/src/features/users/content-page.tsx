// The content that the member has used.
import { FramePage } from './frame-page';
import { OWN_CONTENT } from './screens';

export function Component() {
  return (
    <FramePage
      screen={OWN_CONTENT}
      kind="CONTENT"
      empty="memberPage.content.empty"
      hint="memberPage.content.hint"
    />
  );
}
