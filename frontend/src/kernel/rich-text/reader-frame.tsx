// What somebody writes, framed as its readers will see it.
import type { ReactNode } from 'react';
import classes from './reader-frame.module.css';

interface ReaderFrameProps {
  /** Left out where it stands above already. */
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
