// Short messages. They have no corner of their own, because every corner of some page has buttons: whenever one
// comes, and while it stays, they stand where nothing can be pressed. What is said before this code has come waits
// for it.
import { Notifications, useNotifications } from '@mantine/notifications';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { makeRoom } from './toast-room';

const MAX_VISIBLE = 3;
const WIDTH = 340;
/** How often it is looked whether something that can be pressed has come where the messages are. */
const LOOK_EVERY = 150;

export default function Toasts() {
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false });
  const some = useNotifications().notifications.length > 0;
  useEffect(() => {
    if (!some) return;
    const room = makeRoom();
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
      // Sliding in from the side they would cross what they must not cover.
      allowDragDismiss={false}
    />
  );
}
