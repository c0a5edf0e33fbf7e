// The screen for managing the external devices that the apps support.
import { RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import { EXTERNAL_DEVICES_PATH } from '~/kernel/screen/known-paths';
import type { Screen } from '~/kernel/screen/screen';
import { DeviceIcon } from '~/ui/icons';

export const EXTERNAL_DEVICES: Screen = {
  path: EXTERNAL_DEVICES_PATH,
  title: 'externalDevice.title',
  icon: DeviceIcon,
  area: 'external-devices',
  page: () => import('./external-device-list-page'),
  dialogs: RECORD_DIALOGS_WITH_BIN,
  texts: {
    create: 'externalDevice.create',
    edit: 'externalDevice.edit',
    remove: 'externalDevice.remove',
  },
};
