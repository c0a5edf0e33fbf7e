// Toasts: short messages that disappear by themselves.
import { notifications } from '@mantine/notifications';
import { text } from '~/kernel/i18n/i18n';

const COLORS = { success: 'teal', info: 'blue', warning: 'yellow', error: 'red' } as const;

/** Removes messages about an attempt that has since succeeded. */
export function clearToasts(): void {
  notifications.clean();
}

export function toast(kind: keyof typeof COLORS, message: string): void {
  notifications.show({
    message,
    color: COLORS[kind],
    closeButtonProps: { 'aria-label': text('action.close') },
    // Errors interrupt a screen reader; other messages wait.
    role: kind === 'error' ? 'alert' : 'status',
  });
}
