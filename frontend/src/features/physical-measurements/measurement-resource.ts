// The resource of physical measurements: their history, and that of one person.
import { AGE_AND_SEX, MEASURED_AT, withoutFilters } from '~/kernel/measurement/common-fields';
import { ImportButton } from '~/kernel/resource/import-button';
import { selectionOf } from '~/kernel/measurement/print-selection';
import { HISTORY } from '~/kernel/measurement/name-of-measured';
import type { Owner } from '~/kernel/measurement/of-person';
import { resource } from '~/kernel/resource/resource';
import { MeasurementDetail } from './measurement-detail';
import { ALL_FIELDS, BODY, PRESSURE, type MeasurementField } from './measurement-fields';
import { MEASUREMENTS } from './screens';

const COMMON = {
  screen: MEASUREMENTS,
  ...HISTORY,
} as const;

export const measurements = resource('PhysicalMeasurement', {
  ...COMMON,
  fields: ALL_FIELDS,
  exports: true,
  hasBin: true,
  bulk: [],
  slots: { detail: MeasurementDetail, actions: ImportButton, ...selectionOf('PHYSICAL') },
});

/** The measurements of one person, without the columns that identify the person. */
export function measurementsOf(owner: Owner) {
  return resource('PhysicalMeasurement', {
    ...COMMON,
    key: 'physical-measurements-of-member',
    fixedFilters: { ...owner },
    fields: withoutFilters<MeasurementField>([
      MEASURED_AT,
      ...AGE_AND_SEX.slice(1),
      ...BODY,
      ...PRESSURE,
    ]),
  });
}
