// A row of the table. A page has up to two hundred of them, so a row is drawn anew only when its record or its columns
// change, and is made of plain elements: what a component of the library costs, it costs for every cell.
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
  /** Where the row leads; its first cell is the link. */
  hrefOf: ((row: Row) => string) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  actions: ((row: Row) => ReactNode) | undefined;
  /** Whether it is selected; undefined where rows cannot be. */
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
            // The label is what a finger hits.
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

/** A click on a button or link inside a row is meant for that, not for the row. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label') !== null;
}

/** Opens the link in another tab or window, or saves it. */
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
      // Around a refused one stands the library's tooltip, which hands down a class as well: an empty one.
      {...refused}
      type="button"
      // The library's looks of what has the focus or is pressed.
      className={`${classes.button ?? ''} mantine-focus-auto mantine-active`}
      aria-label={label}
      title={label}
      onClick={refused['data-disabled'] ? undefined : onClick}
    >
      {children}
    </button>
  );
}
