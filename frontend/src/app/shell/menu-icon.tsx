// The icon of a menu entry.
import { createElement } from 'react';
import { iconOf } from './menu';

export function MenuIcon({ path }: { path: string }) {
  return createElement(iconOf(path), { size: 18, stroke: 1.6, 'aria-hidden': true });
}
