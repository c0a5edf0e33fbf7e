// Vision measurements as a resource: their history, and the same for one person.
import { AGE_AND_SEX, MEASURED_AT, withoutFilters } from '~/kernel/measurement/common-fields';
import { ImportButton } from '~/kernel/resource/import-button';
import { selectionOf } from '~/kernel/measurement/print-selection';
import { nameOfMeasured, withTime } from '~/kernel/measurement/name-of-measured';
import type { Owner } from '~/kernel/measurement/of-person';
import { resource } from '~/kernel/resource/resource';
import { VISION } from './screens';
import { VisionDetail } from './vision-detail';
import { ALL_FIELDS, VALUES, type VisionField } from './vision-fields';

const COMMON = {
  screen: VISION,
  nameOf: nameOfMeasured,
  removedAs: withTime,
  defaultSort: 'NEWEST',
  pagesByKey: true,
  slots: { selection: selectionOf('VISION'), detail: VisionDetail },
} as const;

export const visionMeasurements = resource('VisionMeasurement', {
  ...COMMON,
  fields: ALL_FIELDS,
  exports: true,
  slots: { ...COMMON.slots, actions: ImportButton },
});

/** The same measurements for one person: the columns that say who it is are left out. */
export function visionMeasurementsOf(owner: Owner) {
  return resource('VisionMeasurement', {
    ...COMMON,
    key: 'vision-measurements-of-member',
    fixedFilters: { ...owner },
    fields: withoutFilters<VisionField>([MEASURED_AT, ...AGE_AND_SEX.slice(1), ...VALUES]),
  });
}
