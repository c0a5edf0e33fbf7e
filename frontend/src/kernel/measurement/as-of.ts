// The moment that is shown, where that is not the present: a report shows what was when it was made.
import { createContext, use } from 'react';
import { today } from '~/domain/time';
import { formatDate } from '~/kernel/i18n/format';

/** As ISO 8601. */
export const AsOf = createContext<string | undefined>(undefined);

/** The day with which trends end. */
export function useLastDay(): string {
  const asOf = use(AsOf);
  return asOf === undefined ? today() : formatDate(asOf);
}
