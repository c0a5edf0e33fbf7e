// The resource of heart rates: their history, and that of one person.
import { AGE_AND_SEX, MEASURED_AT, withoutFilters } from '~/kernel/measurement/common-fields';
import { ImportButton } from '~/kernel/resource/import-button';
import { selectionOf } from '~/kernel/measurement/print-selection';
import { HISTORY } from '~/kernel/measurement/name-of-measured';
import type { Owner } from '~/kernel/measurement/of-person';
import { resource } from '~/kernel/resource/resource';
import { HeartRateDetail } from './heart-rate-detail';
import { ALL_FIELDS, VALUES, type HeartRateField } from './heart-rate-fields';
import { HEART_RATE } from './screens';

const COMMON = {
  screen: HEART_RATE,
  ...HISTORY,
} as const;

export const heartRateMeasurements = resource('HeartRateMeasurement', {
  ...COMMON,
  fields: ALL_FIELDS,
  exports: true,
  hasBin: true,
  bulk: [],
  slots: { detail: HeartRateDetail, actions: ImportButton, ...selectionOf('HEART_RATE') },
});

/** The measurements of one person, without the columns that identify the person. */
export function heartRatesOf(owner: Owner) {
  return resource('HeartRateMeasurement', {
    ...COMMON,
    key: 'heart-rate-measurements-of-member',
    fixedFilters: { ...owner },
    fields: withoutFilters<HeartRateField>([MEASURED_AT, ...AGE_AND_SEX.slice(1), ...VALUES]),
    slots: { detail: HeartRateDetail, selection: selectionOf('HEART_RATE').selection },
  });
}
