// The labels of the fields by which logged lists are filtered. The log keeps the names of the fields, not their values.
import type { Query } from '~/domain/client';
import { formatList } from '~/kernel/i18n/format';
import { textIfKnown } from '~/kernel/i18n/i18n';
import { unknownFieldName } from '~/kernel/resource/told-field';
import filterNames from './filter-names.json';

type LoggedList =
  | 'ListMembers'
  | 'ListUsers'
  | 'ListPhysicalMeasurements'
  | 'ListStressMeasurements'
  | 'ListVisionMeasurements'
  | 'ListHeartRateMeasurements'
  | 'ListDementiaScreenings'
  | 'ListPsychologicalTests'
  | 'ListTrainingParticipations'
  | 'ListMessages'
  | 'ListReports'
  | 'ListAlerts'
  | 'ListBulkRows'
  | 'ListAccessLogs'
  | 'ListChangeLogs'
  | 'ListDeletedRecords';

type Paging = 'sort' | 'page' | 'pageSize' | 'after';
type FieldsOf<List> = List extends LoggedList ? Exclude<keyof Query<List>, Paging> : never;

/** A filter without a label does not compile. */
const NAMES: Record<FieldsOf<LoggedList>, string> & Partial<Record<string, string>> = filterNames;

/** Returns the labels of a filter's fields, each once: the two ends of a period have one. */
export function filterLabels(fields: readonly string[]): string {
  const labels = fields.map((field) => textIfKnown(NAMES[field] ?? '') ?? unknownFieldName());
  return formatList([...new Set(labels)]);
}
