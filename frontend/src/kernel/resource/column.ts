// A column of a table as a field's definition says, with the room that its words need in the present language.
import type { DataColumn } from '~/kernel/table/data-table';
import { textWidth, widthInTwoLines } from '~/ui/text-width';
import { valueOf, type AnyField } from './definition';

/** What stands around the text of a cell: its padding, and a little for rounding. */
const CELL_SPACE = 18;
/** Figures stand further from the words after them. */
const FIGURE_DISTANCE = 14;
const SORT_SIGN = 18;
const PLAIN = 400;
const BOLD = 600;
/** The first cell of a row stands further in. */
const FIRST_SPACE = 28;
const WIDEST_NAME = 300;

export function columnOf<Row>(
  field: AnyField<Row>,
  header: string,
  sort: string | undefined,
  onSort: (sort: string) => void,
): DataColumn<Row>[] {
  if (!field.column) return [];
  const { width, sort: words } = field.column;
  const { align } = field.kind;
  const distance = align === 'end' ? FIGURE_DISTANCE : 0;
  const needed = Math.max(
    widthInTwoLines(header, 600, 13) + (words ? SORT_SIGN : 0),
    field.kind.room?.(PLAIN) ?? 0,
  );
  const column: DataColumn<Row> = {
    id: field.name,
    header,
    width: Math.max(width, needed + CELL_SPACE) + distance,
    ...(align && { align }),
    cell: (record) => (field.kind.showBriefly ?? field.kind.show)(valueOf(field, record)),
  };
  if (words) {
    const ascends = sort !== undefined && sort === words.ascending;
    const descends = sort !== undefined && sort === words.descending;
    const next =
      (ascends ? words.descending : words.ascending) ?? words.ascending ?? words.descending;
    column.sort = {
      direction: ascends ? 'ascending' : descends ? 'descending' : 'none',
      words,
      choose: onSort,
      toggle: () => {
        if (next !== undefined) onSort(next);
      },
    };
  }
  return [column];
}

/**
 * The width of the first column, which is bold: all of what stands in it, such as the moments of measurements; where that
 * is not known beforehand, what its names need, as far as that leaves room for the other columns.
 */
export function widthOfFirst<Row>(
  width: number,
  names: readonly string[] = [],
  field?: AnyField<Row>,
): number {
  const widest = names.reduce((most, name) => Math.max(most, textWidth(name, BOLD, 14)), 0);
  const room = field?.kind.room?.(BOLD) ?? Math.min(widest, WIDEST_NAME);
  return Math.max(width, room + FIRST_SPACE);
}
