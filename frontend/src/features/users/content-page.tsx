// What content the member has used.
import { UsageIcon } from '~/ui/icons';
import { FramePage } from './frame-page';

export function Component() {
  return (
    <FramePage
      title="memberPage.content.title"
      icon={UsageIcon}
      empty="memberPage.content.empty"
      hint="memberPage.content.hint"
    />
  );
}
