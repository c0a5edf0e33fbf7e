// Short messages that come and go in the corner.
import { notifications } from '@mantine/notifications';
import { text } from '~/kernel/i18n/i18n';

const COLORS = { success: 'teal', info: 'blue', warning: 'yellow', error: 'red' } as const;

/** What was said about an attempt that has succeeded by now is of no use any more. */
export function clearToasts(): void {
  notifications.clean();
}

export function toast(kind: keyof typeof COLORS, message: string): void {
  notifications.show({
    message,
    color: COLORS[kind],
    closeButtonProps: { 'aria-label': text('action.close') },
    // An error interrupts a screen reader, the others wait for their turn.
    role: kind === 'error' ? 'alert' : 'status',
  });
}
