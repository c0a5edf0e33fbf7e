// A small progress bar with its number.
import classes from './completion.module.css';

interface CompletionProps {
  /** In percent. */
  percent: number;
  /** The formatted number. */
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
