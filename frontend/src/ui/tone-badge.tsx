// A word with a tone. Every pair of colours is readable in both schemes, and a sign may stand before the
// word, so that colour is never the only clue.
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { widthInTwoLines } from './text-width';
import classes from './tone-badge.module.css';

export type Tone = 'good' | 'low' | 'raised' | 'high' | 'serious' | 'info' | 'neutral';

interface ToneBadgeProps {
  tone: Tone;
  icon?: Icon;
  children: ReactNode;
}

export function ToneBadge({ tone, icon: Shape, children }: ToneBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {Shape && <Shape size={13} stroke={2} aria-hidden />}
      {children}
    </span>
  );
}

/** The room that the badge with this word takes in a table, where it may have two lines: the word, the space
 *  around it and its sign. */
export function badgeWidth(word: string, withIcon = false): number {
  return widthInTwoLines(word, 600, 12) + 16 + (withIcon ? 17 : 0);
}
