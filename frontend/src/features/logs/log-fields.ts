// The fields that access log and change log share: time, author, and position in the hash chain.
import { dateTimeKind } from '~/kernel/field/date-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { textKind } from '~/kernel/field/text-kind';
import type { FieldOf } from '~/kernel/resource/resource';

type LogField = FieldOf<'AccessLog'> & FieldOf<'ChangeLog'>;

export const whenField: LogField = {
  name: 'createdAt',
  label: 'log.when',
  kind: dateTimeKind,
  column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
  filter: ['startCreatedAt', 'endCreatedAt'],
};

export const whoField: LogField = {
  name: 'accountName',
  label: 'log.who',
  kind: textKind,
  column: { width: 120 },
  filter: ['accountName'],
};

export const positionField: LogField = {
  name: 'position',
  label: 'log.position',
  kind: numberKind(),
};
