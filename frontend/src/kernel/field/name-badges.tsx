// Several names: as separate badges, or in a table line the first name and the number of others.
import { Group, useDirection } from '@mantine/core';
import { formatList } from '~/kernel/i18n/format';
import { Tip } from '~/ui/tip';
import { ToneBadge } from '~/ui/tone-badge';
import classes from './name-badges.module.css';
import { NOTHING } from './nothing';

interface NamesProps {
  names: readonly string[];
}

export function NameBadges({ names }: NamesProps) {
  const { dir } = useDirection();
  if (names.length === 0) return NOTHING;
  return (
    <Group gap={4} dir={dir}>
      {names.map((name, index) => (
        // Names may occur twice.
        <ToneBadge key={index} tone="neutral">
          {name}
        </ToneBadge>
      ))}
    </Group>
  );
}

interface InLineProps extends NamesProps {
  /** Whether the number of others is focusable, if the names appear nowhere else in the row. */
  reachable?: boolean;
}

/** Cards have enough space for all names. */
export function NameBadgesInLine({ names, reachable = false }: InLineProps) {
  const { dir } = useDirection();
  const [first, ...rest] = names;
  if (first === undefined) return NOTHING;
  return (
    <span className={classes.line} dir={dir}>
      <ToneBadge tone="neutral">{first}</ToneBadge>
      {rest.length > 0 && (
        <>
          <span className={classes.rest}>
            {rest.map((name, index) => (
              <ToneBadge key={index} tone="neutral">
                {name}
              </ToneBadge>
            ))}
          </span>
          <Tip label={formatList(rest)} onFocus={reachable}>
            <span
              className={classes.more}
              {...(reachable
                ? { role: 'note', tabIndex: 0, 'aria-label': formatList(rest) }
                : { 'aria-hidden': true })}
            >
              <ToneBadge tone="neutral">
                <bdi>{`+${String(rest.length)}`}</bdi>
              </ToneBadge>
            </span>
          </Tip>
        </>
      )}
    </span>
  );
}
