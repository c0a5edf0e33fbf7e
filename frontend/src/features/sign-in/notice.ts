// When the login page shows its notice: up to its last day, and not on a day it was sent away for.
const HIDDEN_ON = 'hideCmsPopupUntil';

/** Days as YYYY-MM-DD, which sort as they follow each other. */
export function isNoticeDue(today: string, lastDay: string): boolean {
  return today <= lastDay && localStorage.getItem(HIDDEN_ON) !== today;
}

export function hideNoticeOn(today: string): void {
  localStorage.setItem(HIDDEN_ON, today);
}
