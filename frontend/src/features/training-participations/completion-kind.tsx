// How much of a training was done: a small bar with the number beside it.
import type { Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { formatPercent } from '~/kernel/i18n/format';
import { textWidth } from '~/ui/text-width';
import classes from './completion.module.css';

/** The bar and the room between it and the number, in pixels. */
const BAR = 56;

export const completionKind: Kind = {
  show: (value) =>
    typeof value === 'number' ? (
      <span className={classes.completion}>
        <span className={classes.track} aria-hidden>
          <span className={classes.done} style={{ inlineSize: `${String(value)}%` }} />
        </span>
        <span className={classes.figure}>{formatPercent(value / 100)}</span>
      </span>
    ) : (
      NOTHING
    ),
  room: () => BAR + textWidth(formatPercent(1), 400, 14),
  empty: null,
};
