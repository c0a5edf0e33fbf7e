// Decides whether the login page shows its notice: until its last day, and not on a day for which
// it was dismissed.
import { deviceStorage } from '~/kernel/storage/device-storage';

const HIDDEN_ON = 'hideCmsPopupUntil';

/** ISO dates compare correctly as strings. */
export function isNoticeDue(today: string, lastDay: string): boolean {
  return today <= lastDay && deviceStorage.getItem(HIDDEN_ON) !== today;
}

export function hideNoticeOn(today: string): void {
  deviceStorage.setItem(HIDDEN_ON, today);
}
