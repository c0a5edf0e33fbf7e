// The history of vision measurements, on its own screen and for a member.
import { RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import { HISTORY_PATHS } from '~/kernel/screen/known-paths';
import type { Screen } from '~/kernel/screen/screen';
import { VisionIcon } from '~/ui/icons';

export const VISION: Screen = {
  path: HISTORY_PATHS.VISION,
  title: 'vision.title',
  icon: VisionIcon,
  area: ['measurement', 'vision-measurements'],
  page: () => import('./vision-list-page'),
  dialogs: RECORD_DIALOGS_WITH_BIN,
  texts: { create: 'vision.create', edit: 'vision.edit', remove: 'vision.remove' },
  isDaily: true,
};
