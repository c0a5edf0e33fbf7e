// Physical measurements as a resource: their history, and the same for one member.
import { resource } from '~/kernel/resource/resource';
import { MeasurementDetail } from './measurement-detail';
import {
  AGE_AND_SEX,
  ALL_FIELDS,
  BODY,
  MEASURED_AT,
  PRESSURE,
  type Measurement,
  type MeasurementField,
} from './measurement-fields';
import { MEASUREMENTS } from './screens';

const COMMON = {
  screen: MEASUREMENTS,
  nameOf: ({ memberName, memberNo }: Measurement) => memberName ?? memberNo ?? '',
  defaultSort: 'NEWEST',
  pagesByKey: true,
  // They come from devices and stay as they were measured.
  calls: { create: null, update: null, remove: null, revisions: null },
} as const;

export const measurements = resource('PhysicalMeasurement', {
  ...COMMON,
  fields: ALL_FIELDS,
  exports: true,
  slots: { detail: MeasurementDetail },
});

/** The same measurements for one member: the columns that say who it is are left out. */
export function measurementsOf(memberId: number) {
  const withoutFilter = ({ filter: _, ...field }: MeasurementField): MeasurementField => field;
  return resource('PhysicalMeasurement', {
    ...COMMON,
    key: 'physical-measurements-of-member',
    fixedFilters: { memberId },
    fields: [MEASURED_AT, ...AGE_AND_SEX.slice(1), ...BODY, ...PRESSURE].map(withoutFilter),
  });
}
