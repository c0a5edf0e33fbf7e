// Physical measurements as a resource: their history, and the same for one member.
import { call, type Query } from '~/domain/client';
import type { Field, ListQuery, Resource } from '~/kernel/resource/definition';
import { ExportButton } from './export-button';
import { MeasurementDetail } from './measurement-detail';
import {
  AGE_AND_SEX,
  ALL_FIELDS,
  BODY,
  FILTER_FORM,
  MEASURED_AT,
  PRESSURE,
  type Measurement,
} from './measurement-fields';

const asQuery = (values: ListQuery) => values as Query<'ListPhysicalMeasurements'>;

export const measurements: Resource<Measurement> = {
  name: 'physical-measurements',
  path: '/history/physical_test_result_history',
  title: 'measurement.title',
  idOf: (measurement) => measurement.physicalMeasurementId,
  nameOf: (measurement) => measurement.memberName,
  defaultSort: 'NEWEST',
  filterForm: FILTER_FORM,
  pagesByKey: true,
  api: {
    list: (query, signal) => call('ListPhysicalMeasurements', { query: asQuery(query) }, signal),
    get: (physicalMeasurementId, signal) =>
      call('GetPhysicalMeasurement', { path: { physicalMeasurementId } }, signal),
  },
  fields: ALL_FIELDS,
  slots: { actions: ExportButton, detail: MeasurementDetail },
};

/** The same measurements for one member: the columns that say who it is are left out. */
export function measurementsOf(memberId: number): Resource<Measurement> {
  const withoutFilter = (field: Field<Measurement>): Field<Measurement> => {
    const { filter: _, ...rest } = field;
    return rest;
  };
  return {
    ...measurements,
    name: 'physical-measurements-of-member',
    api: {
      ...measurements.api,
      list: (query, signal) =>
        call('ListPhysicalMeasurements', { query: { ...asQuery(query), memberId } }, signal),
    },
    fields: [MEASURED_AT, ...AGE_AND_SEX.slice(1), ...BODY, ...PRESSURE].map(withoutFilter),
  };
}
