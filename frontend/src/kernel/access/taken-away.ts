// Rights that go while somebody is about to use them.
import { useState } from 'react';
import { useAccess, type Access } from './access';

/** Whether something that the caller might do on a screen has been taken away since the asking component came. */
export function useIsTakenAway(path: string, action: keyof Access): boolean {
  const access = useAccess(path);
  const [might] = useState(access[action]);
  return might && !access[action];
}
