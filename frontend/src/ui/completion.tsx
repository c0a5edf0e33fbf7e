// How much of something was done: a small bar with the number beside it.
import classes from './completion.module.css';

interface CompletionProps {
  /** In percent. */
  percent: number;
  /** The number as it is written. */
  figure: string;
}

export function Completion({ percent, figure }: CompletionProps) {
  return (
    <span className={classes.completion}>
      <span className={classes.track} aria-hidden>
        <span className={classes.done} style={{ inlineSize: `${String(percent)}%` }} />
      </span>
      <span className={classes.figure}>{figure}</span>
    </span>
  );
}
