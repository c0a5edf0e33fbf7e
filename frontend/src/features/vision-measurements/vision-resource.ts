// The resource of vision measurements: their history, and that of one person.
import { AGE_AND_SEX, MEASURED_AT, withoutFilters } from '~/kernel/measurement/common-fields';
import { ImportButton } from '~/kernel/resource/import-button';
import { selectionOf } from '~/kernel/measurement/print-selection';
import { HISTORY } from '~/kernel/measurement/name-of-measured';
import type { Owner } from '~/kernel/measurement/of-person';
import { resource } from '~/kernel/resource/resource';
import { VISION } from './screens';
import { VisionDetail } from './vision-detail';
import { ALL_FIELDS, VALUES, type VisionField } from './vision-fields';

const COMMON = {
  screen: VISION,
  ...HISTORY,
} as const;

export const visionMeasurements = resource('VisionMeasurement', {
  ...COMMON,
  fields: ALL_FIELDS,
  exports: true,
  hasBin: true,
  bulk: [],
  slots: { detail: VisionDetail, actions: ImportButton, ...selectionOf('VISION') },
});

/** The measurements of one person, without the columns that identify the person. */
export function visionMeasurementsOf(owner: Owner) {
  return resource('VisionMeasurement', {
    ...COMMON,
    key: 'vision-measurements-of-member',
    fixedFilters: { ...owner },
    fields: withoutFilters<VisionField>([MEASURED_AT, ...AGE_AND_SEX.slice(1), ...VALUES]),
    slots: { detail: VisionDetail, selection: selectionOf('VISION').selection },
  });
}
