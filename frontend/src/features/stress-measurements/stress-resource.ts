// The resource of stress measurements: their history, and that of one person.
import { AGE_AND_SEX, MEASURED_AT, withoutFilters } from '~/kernel/measurement/common-fields';
import { ImportButton } from '~/kernel/resource/import-button';
import { selectionOf } from '~/kernel/measurement/print-selection';
import { HISTORY } from '~/kernel/measurement/name-of-measured';
import type { Owner } from '~/kernel/measurement/of-person';
import { resource } from '~/kernel/resource/resource';
import { STRESS } from './screens';
import { ALL_FIELDS, VALUES, type StressField } from './stress-fields';

const COMMON = {
  screen: STRESS,
  ...HISTORY,
} as const;

export const stressMeasurements = resource('StressMeasurement', {
  ...COMMON,
  fields: ALL_FIELDS,
  exports: true,
  hasBin: true,
  bulk: [],
  slots: { actions: ImportButton, ...selectionOf('STRESS') },
});

/** The measurements of one person, without the columns that identify the person. */
export function stressMeasurementsOf(owner: Owner) {
  return resource('StressMeasurement', {
    ...COMMON,
    key: 'stress-measurements-of-member',
    fixedFilters: { ...owner },
    fields: withoutFilters<StressField>([MEASURED_AT, ...AGE_AND_SEX.slice(1), ...VALUES]),
  });
}
