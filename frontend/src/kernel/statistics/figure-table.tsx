// A table of figures: a sticky first column, client-side sorting of every column, and accessible
// labels.
import { UnstyledButton } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { SortSign, type SortDirection } from '~/kernel/table/sort-sign';
import classes from './statistics.module.css';

export interface FigureColumn<Row> {
  id: string;
  header: string;
  /** The sort value. Rows without one come last. */
  value: (row: Row) => number | null | undefined;
  cell: (row: Row) => ReactNode;
}

interface FigureTableProps<Row> {
  label: string;
  /** Header of the row names. */
  header: string;
  nameOf: (row: Row) => string;
  /** Renders the row's name, if not as plain text. */
  showName?: (row: Row) => ReactNode;
  keyOf: (row: Row) => string;
  rows: readonly Row[];
  /** The total, which stays above the rows in any order. */
  total?: { name: string; row: Row } | undefined;
  columns: readonly FigureColumn<Row>[];
}

interface Order {
  column: string;
  descends: boolean;
}

export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const { label, header, rows, total, columns, nameOf, keyOf } = props;
  const [order, setOrder] = useState<Order>();
  const sorted = useMemo(() => {
    const column = columns.find(({ id }) => id === order?.column);
    return order && column ? sortedBy(rows, column.value, order.descends) : rows;
  }, [rows, columns, order]);
  const row = (name: ReactNode, figures: Row, key: string) => (
    <tr key={key}>
      <th scope="row">{name}</th>
      {columns.map(({ id, cell }) => (
        <td key={id}>{cell(figures)}</td>
      ))}
    </tr>
  );
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{header}</th>
            {columns.map((column) => (
              <ColumnHead
                key={column.id}
                name={column.header}
                direction={directionOf(column.id, order)}
                onSort={() => {
                  setOrder(nextOrder(column.id, order));
                }}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {total && row(<b>{total.name}</b>, total.row, 'total')}
          {sorted.map((one) => row(props.showName?.(one) ?? nameOf(one), one, keyOf(one)))}
        </tbody>
      </table>
    </div>
  );
}

interface ColumnHeadProps {
  name: string;
  direction: SortDirection;
  onSort: () => void;
}

function ColumnHead({ name, direction, onSort }: ColumnHeadProps) {
  return (
    <th scope="col" aria-sort={direction}>
      <UnstyledButton className={classes.sort} onClick={onSort}>
        {name}
        <SortSign direction={direction} />
      </UnstyledButton>
    </th>
  );
}

function directionOf(column: string, order: Order | undefined): SortDirection {
  if (order?.column !== column) return 'none';
  return order.descends ? 'descending' : 'ascending';
}

/** Cycles through descending, ascending and the original order. */
function nextOrder(column: string, order: Order | undefined): Order | undefined {
  if (order?.column !== column) return { column, descends: true };
  return order.descends ? { column, descends: false } : undefined;
}

export function sortedBy<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => number | null | undefined,
  descends: boolean,
): Row[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one) ?? null, valueOf(other) ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return descends ? b - a : a - b;
  });
}
