// The picture of a menu entry.
import { createElement } from 'react';
import { iconOf } from './menu';

export function MenuIcon({ url }: { url: string }) {
  return createElement(iconOf(url), { size: 18, stroke: 1.6, 'aria-hidden': true });
}
