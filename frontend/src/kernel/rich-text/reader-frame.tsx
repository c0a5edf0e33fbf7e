// A preview of the author's text as readers will see it.
import type { ReactNode } from 'react';
import classes from './reader-frame.module.css';

interface ReaderFrameProps {
  /** Absent if the title is already shown above. */
  title?: string | undefined;
  children: ReactNode;
}

export function ReaderFrame({ title, children }: ReaderFrameProps) {
  return (
    <div className={classes.frame}>
      {title !== undefined && <p className={classes.title}>{title}</p>}
      <div className={classes.body}>{children}</div>
    </div>
  );
}
