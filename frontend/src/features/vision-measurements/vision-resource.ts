// Vision measurements as a resource: their history, and the same for one member.
import { AGE_AND_SEX, MEASURED_AT } from '~/kernel/measurement/common-fields';
import { selectionOf } from '~/kernel/measurement/print-selection';
import { resource } from '~/kernel/resource/resource';
import { VISION } from './screens';
import { VisionDetail } from './vision-detail';
import { ALL_FIELDS, VALUES, type VisionField, type VisionMeasurement } from './vision-fields';

const COMMON = {
  screen: VISION,
  nameOf: ({ memberName, memberNo }: VisionMeasurement) => memberName ?? memberNo ?? '',
  defaultSort: 'NEWEST',
  pagesByKey: true,
  slots: { selection: selectionOf('VISION'), detail: VisionDetail },
} as const;

export const visionMeasurements = resource('VisionMeasurement', {
  ...COMMON,
  fields: ALL_FIELDS,
  exports: true,
});

/** The same measurements for one member: the columns that say who it is are left out. */
export function visionMeasurementsOf(memberId: number) {
  const withoutFilter = ({ filter: _, ...field }: VisionField): VisionField => field;
  return resource('VisionMeasurement', {
    ...COMMON,
    key: 'vision-measurements-of-member',
    fixedFilters: { memberId },
    fields: [MEASURED_AT, ...AGE_AND_SEX.slice(1), ...VALUES].map(withoutFilter),
  });
}
