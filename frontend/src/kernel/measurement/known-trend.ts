// What a person had before, where it has come with what is printed: a trend is drawn of it then, and asks for nothing.
import { createContext, use } from 'react';
import type { Page } from '~/kernel/resource/definition';

/** The measurements of the printed person, the newest first; null where no trend is drawn. */
export const KnownTrend = createContext<readonly object[] | null | undefined>(undefined);

interface Known {
  enabled?: false;
  initialData?: Page<never>;
  initialDataUpdatedAt?: number;
}

/** Spread into the question that a trend asks: it has its answer where that is known. */
export function useKnownTrend(): Known {
  const known = use(KnownTrend);
  if (known === undefined) return {};
  if (known === null) return { enabled: false };
  const { length } = known;
  const page = { page: 0, pageSize: length, total: length, totalIsExact: true, next: null };
  // Whoever asks for the trend itself later is answered by the server.
  return {
    enabled: false,
    initialData: { ...page, data: known as never[] },
    initialDataUpdatedAt: 0,
  };
}
