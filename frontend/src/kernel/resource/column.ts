// Builds a table column from a field's definition, wide enough for its texts in the current
// language.
import type { DataColumn } from '~/kernel/table/data-table';
import { textWidth, widthInTwoLines } from '~/ui/text-width';
import { valueOf, type AnyField } from './definition';

/** The space around the text of a cell: the padding, and a little for rounding. */
const CELL_SPACE = 18;
/** Extra distance between right-aligned figures and the next column. */
const FIGURE_DISTANCE = 14;
const SORT_SIGN = 18;
const PLAIN = 400;
const BOLD = 600;
/** The first cell of a row has a larger indent. */
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
 * Returns the width of the first column, which is bold. If the widths of its values are known, such
 * as those of timestamps, it fits all of them. Otherwise it fits the names, as far as the other
 * columns leave space.
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
