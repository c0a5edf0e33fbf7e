// A table row. A page has up to two hundred of them, so a row re-renders only when its record or
// its columns change. It consists of plain elements: the cost of a library component would multiply
// by the number of cells.
import { memo, type MouseEvent, type ReactNode } from 'react';
import classes from './data-table.module.css';

interface Cell<Row> {
  id: string;
  header: string;
  align?: 'end';
  cell: (row: Row) => ReactNode;
}

interface DataRowProps<Row> {
  record: Row;
  columns: readonly Cell<Row>[];
  /** Returns the row's link, which its first cell shows. */
  hrefOf: ((row: Row) => string) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  actions: ((row: Row) => ReactNode) | undefined;
  /** Whether the row is selected. Undefined if rows cannot be selected. */
  selected: boolean | undefined;
  selectionLabel: string | undefined;
  onSelect: ((row: Row) => void) | undefined;
}

function Row<Row>(props: DataRowProps<Row>) {
  const { record, columns, hrefOf, onOpen, actions, selected, onSelect } = props;
  return (
    <tr
      data-opens={onOpen !== undefined || undefined}
      onClick={(event) => {
        if (!isControl(event.target)) onOpen?.(record);
      }}
    >
      {columns.map((column, index) => (
        <td key={column.id} data-label={column.header} data-align={column.align}>
          {index === 0 && onSelect && (
            // The label is the touch target.
            <label className={classes.check}>
              <input
                type="checkbox"
                aria-label={props.selectionLabel}
                checked={selected}
                onChange={() => {
                  onSelect(record);
                }}
              />
            </label>
          )}
          {index === 0 && hrefOf ? (
            <a
              className={classes.link}
              href={hrefOf(record)}
              data-row-link
              dir="auto"
              onClick={(event) => {
                if (!onOpen || isForBrowser(event)) return;
                event.preventDefault();
                onOpen(record);
              }}
            >
              {column.cell(record)}
            </a>
          ) : (
            <div className={classes.value} dir="auto">
              {column.cell(record)}
            </div>
          )}
        </td>
      ))}
      {actions && (
        <td data-actions>
          <div className={classes.actions}>{actions(record)}</div>
        </td>
      )}
    </tr>
  );
}

export const DataRow = memo(Row) as typeof Row;

/** A click on a control inside the row must not open the row. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label') !== null;
}

/** Returns whether the browser should handle the click: new tab, new window or download. */
function isForBrowser(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

interface RowButtonProps {
  label: string;
  onClick: () => void;
  children: ReactNode;
  'data-disabled'?: true;
  'aria-disabled'?: true;
  'aria-describedby'?: string;
}

/** A small button at the end of a row. */
export function RowButton({ label, onClick, children, ...refused }: RowButtonProps) {
  return (
    <button
      // The library's tooltip around a disabled button passes an empty class name.
      {...refused}
      type="button"
      // The library's classes for focus and pressed state.
      className={`${classes.button ?? ''} mantine-focus-auto mantine-active`}
      aria-label={label}
      title={label}
      onClick={refused['data-disabled'] ? undefined : onClick}
    >
      {children}
    </button>
  );
}
