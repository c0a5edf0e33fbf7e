// Where short messages are said. Their code comes with the first of them, or before: with all else that opens over a page.
import { useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { lazyPart } from '~/kernel/code/lazy-part';

// Nobody needs it for the first picture; and a page whose messages cannot be fetched is better than none.
const Toasts = lazyPart(() => import('./toasts'), { optional: true });

export const loadToasts = Toasts.load;

export function Messages() {
  const some = useNotifications().notifications.length > 0;
  const [wanted, setWanted] = useState(some);
  if (some && !wanted) setWanted(true);
  return wanted && <Toasts />;
}
