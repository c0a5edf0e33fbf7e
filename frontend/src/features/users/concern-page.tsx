// The concerns that the member has written about.
import { BoardIcon } from '~/ui/icons';
import { FramePage } from './frame-page';

export function Component() {
  return (
    <FramePage
      title="memberPage.concern.title"
      icon={BoardIcon}
      empty="memberPage.concern.empty"
      hint="memberPage.concern.hint"
    />
  );
}
