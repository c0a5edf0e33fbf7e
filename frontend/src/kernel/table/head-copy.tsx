// A copy of the table head, shown while the real one is scrolled out of the window. The head cannot
// stick to the window itself, because its scroll container is the table; so this copy is placed
// before the table and follows its horizontal scroll. It is only for sight and pointers: screen
// readers, the keyboard, find-in-page and printing use the real head.
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import classes from './data-table.module.css';
import { SortSign, type SortDirection } from './sort-sign';

export interface HeadColumn {
  id: string;
  header: string;
  align?: 'end';
  sort?: { direction: SortDirection; toggle: () => void };
}

interface HeadCopyProps {
  columns: readonly HeadColumn[];
  columnWidths: ReactNode;
  width: number;
  actions: boolean;
  scroller: RefObject<HTMLElement | null>;
}

export function HeadCopy({ columns, columnWidths, width, actions, scroller }: HeadCopyProps) {
  const copy = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const table = scroller.current;
    const follow = () => {
      if (table && copy.current) copy.current.scrollLeft = table.scrollLeft;
    };
    follow();
    table?.addEventListener('scroll', follow, { passive: true });
    return () => table?.removeEventListener('scroll', follow);
  }, [scroller]);
  return (
    <div className={classes.copy} aria-hidden>
      <div ref={copy}>
        <table className={classes.table} style={{ minWidth: width }}>
          {columnWidths}
          <thead>
            <tr>
              {columns.map(({ id, header, align, sort }) => (
                <th key={id} data-align={align} data-sorts={sort && true} onClick={sort?.toggle}>
                  <span className={classes.sort}>
                    <span data-name={header} />
                    {sort && <SortSign direction={sort.direction} />}
                  </span>
                </th>
              ))}
              {actions && <th data-actions />}
            </tr>
          </thead>
        </table>
      </div>
    </div>
  );
}
