// Formats a value of the preview as the console shows it elsewhere. The importer has already parsed
// it, so it is unambiguous: dates are ISO dates, and times without an offset are Seoul time.
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

/** Formats a value of any column: timestamps as such, others unchanged. */
export function momentsAsRead(value: string): ReactNode {
  return value.includes('T') ? asRead('measuredAt', value) : value;
}
