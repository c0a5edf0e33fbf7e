// The icon of the sort direction in a column head.
import { AscendingIcon, DescendingIcon, SortableIcon } from '~/ui/icons';

export type SortDirection = 'ascending' | 'descending' | 'none';

const SHAPES = { ascending: AscendingIcon, descending: DescendingIcon, none: SortableIcon };

export function SortSign({ direction }: { direction: SortDirection }) {
  const Shape = SHAPES[direction];
  return (
    <Shape
      size={14}
      stroke={1.8}
      aria-hidden
      data-active={direction !== 'none' || undefined}
      data-sort-sign
    />
  );
}
