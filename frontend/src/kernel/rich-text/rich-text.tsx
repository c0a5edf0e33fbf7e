// HTML written by users, sanitised and set in the console's typography.
import { useLayoutEffect, useRef } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { sanitise } from './sanitise';
import classes from './rich-text.module.css';

/**
 * Empty blocks have no height, and a row of empty cells would disappear. The editor shows a line
 * there, and readers must too.
 */
const EMPTY = 'p:empty, td:empty, th:empty, li:empty';

export default function RichText({ html }: { html: string }) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const tableLabel = t('richText.table');
  useLayoutEffect(() => {
    const text = sanitise(html);
    for (const line of text.querySelectorAll(EMPTY)) line.append(document.createElement('br'));
    for (const table of text.querySelectorAll('table')) makeScrollable(table, tableLabel);
    place.current?.replaceChildren(text);
  }, [html, tableLabel]);
  return <div ref={place} className={classes.text} dir="auto" translate="yes" />;
}

/** Makes a wide table scroll horizontally on its own, also with the keyboard. */
function makeScrollable(table: HTMLTableElement, label: string): void {
  const frame = document.createElement('div');
  frame.className = classes.scroll ?? '';
  frame.tabIndex = 0;
  frame.role = 'group';
  frame.ariaLabel = label;
  table.replaceWith(frame);
  frame.append(table);
}
