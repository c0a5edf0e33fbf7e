// The reference time of the view if it is not the present: a report shows the state at the time
// when it was made.
import { createContext, use } from 'react';
import { today } from '~/domain/time';
import { formatDate } from '~/kernel/i18n/format';

/** As ISO 8601. */
export const AsOf = createContext<string | undefined>(undefined);

/** Returns the last day of trends. */
export function useLastDay(): string {
  const asOf = use(AsOf);
  return asOf === undefined ? today() : formatDate(asOf);
}
