// The history of vision measurements, and what it shows of a member.
import { RECORD_DIALOGS } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { VisionIcon } from '~/ui/icons';

export const VISION: Screen = {
  path: '/history/vision_measurement_history',
  title: 'vision.title',
  icon: VisionIcon,
  area: ['measurement', 'vision-measurements'],
  page: () => import('./vision-list-page'),
  dialogs: RECORD_DIALOGS,
  texts: { create: 'vision.create', edit: 'vision.edit', remove: 'vision.remove' },
};
