// What every button of the toolbar has: a name, a place in its order of focus, and a click that leaves the
// selection in the text alone.
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
