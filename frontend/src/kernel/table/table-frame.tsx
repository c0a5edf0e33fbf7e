// The frame of a table: scrolls it horizontally, and adds shadows and the copy of the head. It does
// not re-render the rows.
import { useRef, type ReactNode } from 'react';
import classes from './data-table.module.css';
import edgeClasses from './edges.module.css';
import { HeadCopy, type HeadColumn } from './head-copy';
import { useTableEdges } from './use-table-edges';
import type { Density } from './table-preferences';

interface TableFrameProps {
  label: string;
  density: Density;
  columns: readonly (HeadColumn & { width: number })[];
  columnWidths: ReactNode;
  width: number;
  /** 0 if rows have no actions. */
  actionsWidth: number;
  children: ReactNode;
}

export function TableFrame(props: TableFrameProps) {
  const { label, density, columns, columnWidths, width, actionsWidth, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const edges = useTableEdges(scroller);
  return (
    <div
      className={`${classes.frame ?? ''} ${edgeClasses.edges ?? ''}`}
      data-density={density}
      data-more-before={edges.moreBefore || undefined}
      data-more-after={edges.moreAfter || undefined}
    >
      {edges.headGone && (
        <HeadCopy
          columns={columns}
          columnWidths={columnWidths}
          width={width}
          actions={actionsWidth > 0}
          scroller={scroller}
        />
      )}
      {/* The scroll container is focusable, so that the keyboard can scroll it. */}
      <div
        ref={scroller}
        className={classes.scroll}
        // Keeps focused elements clear of the sticky columns.
        style={{
          scrollPaddingInline: `${String(columns[0]?.width ?? 0)}px ${String(actionsWidth)}px`,
        }}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        {children}
      </div>
    </div>
  );
}
