// Several names: each for itself, or in one line of a table the first and how many more there are.
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
        // Two can have the same name.
        <ToneBadge key={index} tone="neutral">
          {name}
        </ToneBadge>
      ))}
    </Group>
  );
}

/** Cards have room for all of them. */
export function NameBadgesInLine({ names }: NamesProps) {
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
          <Tip label={formatList(rest)}>
            <span className={classes.more} aria-hidden>
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
