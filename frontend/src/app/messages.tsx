// The toasts. Their code is loaded with the first one, or earlier, together with everything else
// that opens over a page.
import { useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { lazyPart } from '~/kernel/code/lazy-part';

// Not needed for the first render. A page without toasts is better than none.
const Toasts = lazyPart(() => import('./toasts'), { optional: true });

export const loadToasts = Toasts.load;

export function Messages() {
  const some = useNotifications().notifications.length > 0;
  const [wanted, setWanted] = useState(some);
  if (some && !wanted) setWanted(true);
  return wanted && <Toasts />;
}
