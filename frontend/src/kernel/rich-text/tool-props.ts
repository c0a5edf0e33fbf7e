// The common props of toolbar buttons: a label, a roving tab index, and a click that keeps the
// selection.
import type { MouseEvent } from 'react';
import type { MessageKey } from '~/kernel/i18n/i18n';

export function toolProps(name: MessageKey, label: string, current: boolean) {
  return {
    'data-tool': name,
    'aria-label': label,
    title: label,
    tabIndex: current ? 0 : -1,
    size: 30,
    radius: 'sm',
    onMouseDown: (event: MouseEvent) => {
      event.preventDefault();
    },
  } as const;
}
