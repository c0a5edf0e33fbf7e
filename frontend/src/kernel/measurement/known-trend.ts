// A person's earlier measurements, if a print includes them. Trends then need no request.
import { createContext } from 'react';

/** The measurements of the printed person, newest first, or null if no trend is drawn. */
export const KnownTrend = createContext<readonly object[] | null | undefined>(undefined);
