// A value of the import's preview as it will be written and as the console shows it elsewhere. The importer has
// taken it already, so there is nothing to guess: days are years first, and a time without an offset is Seoul's.
import type { ReactNode } from 'react';
import { dateKind, dateTimeKind } from '~/kernel/field/date-kind';

const WRITTEN = /^(\d{4})(-?)(\d{2})\2(\d{2})(?:[T ](.+))?$/;
const OFFSET = /(Z|[+-]\d{2}:?\d{2})$/i;
const IN_SEOUL = '+09:00';

export function asRead(column: string | undefined, value: string): ReactNode {
  if (column !== 'birthDate' && column !== 'measuredAt') return value;
  const [, year, , month, day, clock = '00:00'] = WRITTEN.exec(value) ?? [];
  if (year === undefined || month === undefined || day === undefined) return value;
  const iso = `${year}-${month}-${day}`;
  if (column === 'birthDate') return dateKind.show(iso);
  const moment = `${iso}T${clock}${OFFSET.test(clock) ? '' : IN_SEOUL}`;
  return Number.isNaN(Date.parse(moment)) ? value : dateTimeKind.show(moment);
}

/** A value of any column: what is a moment is shown as one. */
export function momentsAsRead(value: string): ReactNode {
  return value.includes('T') ? asRead('measuredAt', value) : value;
}
