// Detects rights that are revoked while the user is about to use them.
import { useState } from 'react';
import { useAccess, type Access } from './access';

/** Returns whether a permission on a screen has been revoked since the component mounted. */
export function useIsRevoked(path: string, action: keyof Access): boolean {
  const access = useAccess(path);
  const [might] = useState(access[action]);
  return might && !access[action];
}
