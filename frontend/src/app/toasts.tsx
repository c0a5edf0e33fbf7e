// The corner of the page where toasts appear. What is said before its code has come waits for it.
import { Notifications } from '@mantine/notifications';

export default function Toasts() {
  return <Notifications position="top-right" limit={3} autoClose={5000} />;
}
