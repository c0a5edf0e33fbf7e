// Short messages that come and go in the corner.
import { notifications } from '@mantine/notifications';

const COLORS = { success: 'teal', info: 'blue', warning: 'yellow', error: 'red' } as const;

export function toast(kind: keyof typeof COLORS, message: string): void {
  notifications.show({
    message,
    color: COLORS[kind],
    // An error interrupts a screen reader, the others wait for their turn.
    role: kind === 'error' ? 'alert' : 'status',
  });
}
