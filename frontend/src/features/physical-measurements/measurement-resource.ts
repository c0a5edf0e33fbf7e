// Physical measurements as a resource: their history, and the same for one member.
import { AGE_AND_SEX, MEASURED_AT, withoutFilters } from '~/kernel/measurement/common-fields';
import { ImportButton } from '~/kernel/resource/import-button';
import { selectionOf } from '~/kernel/measurement/print-selection';
import { nameOfMeasured } from '~/kernel/measurement/name-of-measured';
import { resource } from '~/kernel/resource/resource';
import { MeasurementDetail } from './measurement-detail';
import { ALL_FIELDS, BODY, PRESSURE, type MeasurementField } from './measurement-fields';
import { MEASUREMENTS } from './screens';

const COMMON = {
  screen: MEASUREMENTS,
  nameOf: nameOfMeasured,
  defaultSort: 'NEWEST',
  pagesByKey: true,
} as const;

export const measurements = resource('PhysicalMeasurement', {
  ...COMMON,
  fields: ALL_FIELDS,
  exports: true,
  slots: { detail: MeasurementDetail, actions: ImportButton, selection: selectionOf('PHYSICAL') },
});

/** The same measurements for one member: the columns that say who it is are left out. */
export function measurementsOf(memberId: number) {
  return resource('PhysicalMeasurement', {
    ...COMMON,
    key: 'physical-measurements-of-member',
    fixedFilters: { memberId },
    fields: withoutFilters<MeasurementField>([
      MEASURED_AT,
      ...AGE_AND_SEX.slice(1),
      ...BODY,
      ...PRESSURE,
    ]),
  });
}
