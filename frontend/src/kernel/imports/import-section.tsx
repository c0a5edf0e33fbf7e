// A titled table in the import dialog, with its own scroll container.
import { Text } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import edgeClasses from '~/kernel/table/edges.module.css';
import { useTableEdges } from '~/kernel/table/use-table-edges';
import classes from './import-section.module.css';

interface SectionProps {
  title: string;
  note?: string | undefined;
  children: ReactNode;
}

export function Section({ title, note, children }: SectionProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { moreBefore, moreAfter } = useTableEdges(scroller);
  return (
    <section>
      <Text fw={600} mb={6}>
        {title}
      </Text>
      <div
        className={`${classes.frame ?? ''} ${edgeClasses.edges ?? ''}`}
        data-more-before={moreBefore || undefined}
        data-more-after={moreAfter || undefined}
      >
        <div
          ref={scroller}
          className={classes.scroll}
          tabIndex={0}
          role="region"
          aria-label={title}
        >
          <table className={classes.table}>{children}</table>
        </div>
      </div>
      {note !== undefined && (
        <Text size="sm" c="dimmed" mt={6}>
          {note}
        </Text>
      )}
    </section>
  );
}
