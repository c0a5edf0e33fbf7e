// The table component of the console: sticky sortable headers, rows that open with Enter, cards on
// phones. Every row is rendered, so that find-in-page and printing reach all of them.
import { Skeleton, UnstyledButton } from '@mantine/core';
import { useMemo, type KeyboardEvent, type ReactNode } from 'react';
import { DataRow } from './data-row';
import classes from './data-table.module.css';
import { SortSign, type SortDirection } from './sort-sign';
import type { Density } from './table-preferences';
import { TableFrame } from './table-frame';

export interface DataColumn<Row> {
  id: string;
  header: string;
  width: number;
  align?: 'end';
  cell: (row: Row) => ReactNode;
  /** Sorting by the header. Absent if the server cannot sort by this column. */
  sort?: {
    direction: SortDirection;
    /** The server's names of both sort orders. */
    words: { ascending?: string; descending?: string };
    choose: (word: string) => void;
    toggle: () => void;
  };
}

interface Selection<Row> {
  has: (row: Row) => boolean;
  labelOf: (row: Row) => string;
  /** Called when a row is selected or deselected. */
  toggle: (row: Row) => void;
}

interface DataTableProps<Row extends object> {
  label: string;
  columns: readonly DataColumn<Row>[];
  hidden: readonly string[];
  rows: readonly Row[] | undefined;
  /** Number of placeholder rows during the first load. */
  expectedRows: number;
  rowId: (row: Row) => number;
  /**
   * Returns the row's link, which its first cell shows. Rows re-render when this function,
   * `onOpen`, the row actions or the toggle of the selection change.
   */
  hrefOf?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  rowActions?: { header: string; render: (row: Row) => ReactNode };
  density: Density;
  /** The selected rows, if rows can be selected. */
  selection?: Selection<Row> | undefined;
  /** Whether the rows shown belong to other parameters while the right ones are loading. */
  stale: boolean;
}

const ROW_HEIGHT = { comfortable: 44, compact: 34 } as const;
const ACTIONS_WIDTH = 92;

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, hidden, rows, rowId, hrefOf, onOpen, rowActions, density, selection, stale } =
    props;
  const visible = useMemo(
    () => columns.filter(({ id }) => !hidden.includes(id)),
    [columns, hidden],
  );
  const width = visible.reduce((sum, column) => sum + column.width, rowActions ? ACTIONS_WIDTH : 0);

  const columnWidths = (
    <colgroup>
      {visible.map((column) => (
        <col key={column.id} style={{ width: column.width }} />
      ))}
      {rowActions && <col style={{ width: ACTIONS_WIDTH }} />}
    </colgroup>
  );

  return (
    <TableFrame
      label={props.label}
      density={density}
      columns={visible}
      columnWidths={columnWidths}
      width={width}
      actionsWidth={rowActions ? ACTIONS_WIDTH : 0}
    >
      <table
        className={classes.table}
        style={{ minWidth: width }}
        aria-label={props.label}
        aria-busy={stale}
        aria-rowcount={rows ? rows.length + 1 : -1}
        data-stale={stale || undefined}
      >
        {columnWidths}
        <thead>
          <tr>
            {visible.map((column) => (
              <HeaderCell key={column.id} column={column} />
            ))}
            {rowActions && (
              <th scope="col" data-actions>
                <span className={classes.spoken}>{rowActions.header}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody onKeyDown={moveBetweenRows}>
          {rows === undefined &&
            Array.from({ length: props.expectedRows }, (_, index) => (
              <SkeletonRow
                key={index}
                columns={visible.length + (rowActions ? 1 : 0)}
                height={ROW_HEIGHT[density]}
              />
            ))}
          {rows?.map((record) => (
            <DataRow
              key={rowId(record)}
              record={record}
              columns={visible}
              hrefOf={hrefOf}
              onOpen={onOpen}
              actions={rowActions?.render}
              selected={selection?.has(record)}
              selectionLabel={selection?.labelOf(record)}
              onSelect={selection?.toggle}
            />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function HeaderCell<Row>({ column }: { column: DataColumn<Row> }) {
  const { sort } = column;
  if (!sort) {
    return (
      <th scope="col" data-align={column.align}>
        {column.header}
      </th>
    );
  }
  return (
    <th scope="col" data-align={column.align} aria-sort={sort.direction}>
      <UnstyledButton className={classes.sort} onClick={sort.toggle}>
        {column.header}
        <SortSign direction={sort.direction} />
      </UnstyledButton>
    </th>
  );
}

function SkeletonRow({ columns, height }: { columns: number; height: number }) {
  return (
    <tr aria-hidden>
      {Array.from({ length: columns }, (_, index) => (
        <td key={index} style={{ height }}>
          <Skeleton height={12} width={index === 0 ? '70%' : '50%'} />
        </td>
      ))}
    </tr>
  );
}

/** Arrow keys move between rows. Enter follows the row's link natively. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
