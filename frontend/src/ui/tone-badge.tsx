// A word with a tone. All colour pairs have sufficient contrast in both schemes, and an optional
// icon means that colour is never the only cue.
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

/**
 * Returns the width of a badge in a table, where it may have two lines: the word, its padding and
 * its icon.
 */
export function badgeWidth(word: string, withIcon = false): number {
  return widthInTwoLines(word, 600, 12) + 16 + (withIcon ? 17 : 0);
}
