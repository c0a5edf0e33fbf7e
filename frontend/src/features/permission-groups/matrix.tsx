// The permission matrix as a table: menu entries in rows, actions in columns. Only one box is a tab
// stop; arrow keys move between boxes. Boxes of sections, rows and columns represent all boxes in
// them.
import { useDirection } from '@mantine/core';
import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { useMenuName } from '~/kernel/session/menu-name';
import classes from './matrix.module.css';
import {
  ACTIONS,
  isGrantable,
  shareOf,
  toggled,
  type Action,
  type Allowed,
  type Item,
  type Row,
} from './matrix-model';

/** The first column represents all others. */
const COLUMNS: readonly (readonly Action[])[] = [ACTIONS, ...ACTIONS.map((action) => [action])];

interface MatrixProps {
  rows: readonly Row[];
  allowed: readonly Allowed[];
  /** Absent if the matrix is read-only. */
  onChange?: ((allowed: Allowed[]) => void) | undefined;
}

export function Matrix({ rows, allowed, onChange }: MatrixProps) {
  const t = useText();
  const nameOf = useMenuName();
  const { dir } = useDirection();
  const table = useRef<HTMLTableElement>(null);
  const [here, setHere] = useState({ row: 0, column: 0 });
  const headings = [t('group.all'), ...ACTIONS.map((action) => t(`permission.${action}`))];
  const all: Item[] = rows.filter(isPageRow).flatMap((row) => row.pages);
  const lines = [{ name: t('group.allMenus'), pages: all }].concat(
    rows.map((row) => ({ name: nameOf(row.item), pages: [...row.pages] })),
  );
  const go = (event: KeyboardEvent) => {
    const forward = dir === 'rtl' ? -1 : 1;
    const steps: Record<string, [row: number, column: number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowRight: [0, forward],
      ArrowLeft: [0, -forward],
      Home: [0, -COLUMNS.length],
      End: [0, COLUMNS.length],
      PageUp: [-lines.length, 0],
      PageDown: [lines.length, 0],
    };
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const row = clamp(here.row + step[0], lines.length);
    const column = clamp(here.column + step[1], COLUMNS.length);
    setHere({ row, column });
    table.current?.querySelector<HTMLElement>(cellAt(row, column))?.focus();
  };
  const box = (pages: readonly Item[], column: number, row: number, name: string) => {
    const actions = COLUMNS[column] ?? [];
    const share = shareOf(allowed, pages, actions);
    const label = t('group.box', { name, action: headings[column] ?? '' });
    if (!onChange) return <Mark share={share} label={label} />;
    return (
      <Box
        share={share}
        label={label}
        place={`${String(row)}:${String(column)}`}
        isReached={here.row === row && here.column === column}
        isFixed={!isGrantable(pages, actions)}
        onFocus={() => {
          setHere({ row, column });
        }}
        onToggle={() => {
          onChange(toggled(allowed, pages, actions));
        }}
      />
    );
  };
  return (
    <table className={classes.matrix} ref={table} {...(onChange && { onKeyDown: go })}>
      <thead>
        <tr>
          <th scope="col">{t('group.menu')}</th>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              <span>{heading}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr data-all>
          <th scope="row">{t('group.allMenus')}</th>
          {COLUMNS.map((_, column) => (
            <td key={column}>{box(all, column, 0, t('group.allMenus'))}</td>
          ))}
        </tr>
        {rows.map((row, index) => (
          <tr key={row.item.menuItemId} data-section={!isPageRow(row) || undefined}>
            <th scope="row" style={{ '--depth': row.depth } as CSSProperties}>
              {nameOf(row.item)}
              {row.item.unrestricted && <span className={classes.note}>{t('menuItem.open')}</span>}
            </th>
            {COLUMNS.map((_, column) => (
              <td key={column}>{box(row.pages, column, index + 1, nameOf(row.item))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isPageRow({ item, pages }: Row): boolean {
  return pages[0]?.menuItemId === item.menuItemId;
}

function clamp(place: number, count: number): number {
  return Math.min(Math.max(place, 0), count - 1);
}

function cellAt(row: number, column: number): string {
  return `[data-cell="${String(row)}:${String(column)}"]`;
}

interface BoxProps {
  share: 'none' | 'some' | 'all';
  label: string;
  place: string;
  isReached: boolean;
  /** The user may grant none of its permissions. */
  isFixed: boolean;
  onFocus: () => void;
  onToggle: () => void;
}

/** Fixed boxes stay focusable, so that arrow keys reach them and their state is read out. */
function Box({ share, label, place, isReached, isFixed, onFocus, onToggle }: BoxProps) {
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        aria-label={label}
        aria-disabled={isFixed || undefined}
        data-cell={place}
        tabIndex={isReached ? 0 : -1}
        checked={share === 'all'}
        ref={(input) => {
          if (input) input.indeterminate = share === 'some';
        }}
        onFocus={onFocus}
        onChange={() => {
          if (!isFixed) onToggle();
        }}
      />
    </label>
  );
}

/** The signs of the read-only matrix, which cannot be confused with one another. */
const SIGNS = { all: '✓', some: '◐', none: '–' } as const;
type Share = keyof typeof SIGNS;

const SIGN_TEXTS = { all: 'group.allowed', some: 'group.some', none: 'group.notAllowed' } as const;

function Mark({ share, label }: { share: Share; label: string }) {
  const t = useText();
  return (
    <span
      role="img"
      aria-label={`${label}: ${t(SIGN_TEXTS[share])}`}
      className={classes.mark}
      data-share={share}
    >
      {SIGNS[share]}
    </span>
  );
}

/** The legend of the signs. Screen readers read the meaning with each sign. */
export function MatrixLegend() {
  const t = useText();
  return (
    <ul className={classes.legend} aria-hidden>
      {(['all', 'some', 'none'] as const).map((share) => (
        <li key={share}>
          <span className={classes.mark} data-share={share}>
            {SIGNS[share]}
          </span>
          {t(SIGN_TEXTS[share])}
        </li>
      ))}
    </ul>
  );
}
