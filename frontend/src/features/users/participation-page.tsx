// The trainings that the member has taken part in.
import { TrainingIcon } from '~/ui/icons';
import { FramePage } from './frame-page';

export function Component() {
  return (
    <FramePage
      title="memberPage.participation.title"
      icon={TrainingIcon}
      empty="memberPage.participation.empty"
      hint="memberPage.participation.hint"
    />
  );
}
