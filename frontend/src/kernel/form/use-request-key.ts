// The key of what a form creates or sends: one for each opening of the form. A form whose answer was
// lost is sent again under its key, so that it is saved once, whatever was changed in between.
import { useCallback, useState } from 'react';
import { isDefinite, newKey } from '~/domain/idempotency';

interface RequestKey {
  /** The current key, to be stored with the form's draft. */
  key: string;
  /** Sends under the key. After a refusal, what is sent next is another request. */
  once: <T>(send: (idempotencyKey: string) => Promise<T>) => Promise<T>;
}

/** Returns the key of a restored draft, or a new one. */
export function useRequestKey(restored?: string): RequestKey {
  const [key, setKey] = useState(() => restored ?? newKey());
  const once: RequestKey['once'] = useCallback(
    async (send) => {
      try {
        return await send(key);
      } catch (error) {
        if (isDefinite(error)) setKey(newKey());
        throw error;
      }
    },
    [key],
  );
  return { key, once };
}
