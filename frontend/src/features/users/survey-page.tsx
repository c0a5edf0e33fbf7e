// The surveys that the member has answered.
import { ContentIcon } from '~/ui/icons';
import { FramePage } from './frame-page';

export function Component() {
  return (
    <FramePage
      title="memberPage.survey.title"
      icon={ContentIcon}
      empty="memberPage.survey.empty"
      hint="memberPage.survey.hint"
    />
  );
}
