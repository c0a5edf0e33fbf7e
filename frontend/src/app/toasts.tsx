// The toasts. They have no fixed corner, because every corner holds buttons on some page: they are
// placed where nothing can be pressed, as long as they are shown. Toasts that are raised before
// this code is loaded are queued.
import { Notifications, useNotifications } from '@mantine/notifications';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { makeToastPlacer } from './toast-room';

const MAX_VISIBLE = 3;
const WIDTH = 340;
/** Interval for checking whether a control has appeared under the toasts. */
const LOOK_EVERY = 150;

export default function Toasts() {
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false });
  const some = useNotifications().notifications.length > 0;
  useEffect(() => {
    if (!some) return;
    const room = makeToastPlacer();
    room.look();
    const timer = setInterval(room.look, LOOK_EVERY);
    return () => {
      clearInterval(timer);
      room.leave();
    };
  }, [some]);
  return (
    <Notifications
      position="bottom-right"
      limit={phone ? 1 : MAX_VISIBLE}
      autoClose={5000}
      containerWidth={WIDTH}
      // A slide-in from the side would cross the controls that they must not cover.
      allowDragDismiss={false}
    />
  );
}
