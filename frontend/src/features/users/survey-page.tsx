// The surveys that the member has answered.
import { FramePage } from './frame-page';
import { OWN_SURVEYS } from './screens';

export function Component() {
  return (
    <FramePage
      screen={OWN_SURVEYS}
      kind="SURVEY"
      empty="memberPage.survey.empty"
      hint="memberPage.survey.hint"
    />
  );
}
