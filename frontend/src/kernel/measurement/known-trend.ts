// What a person had before, where it has come with what is printed: a trend is drawn of it then, and asks for nothing.
import { createContext } from 'react';

/** The measurements of the printed person, the newest first; null where no trend is drawn. */
export const KnownTrend = createContext<readonly object[] | null | undefined>(undefined);
