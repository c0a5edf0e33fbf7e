// The totals of a statistic, each with its change since the previous period.
import type { ReactNode } from 'react';
import { Change, Figure } from '~/kernel/statistics/figure';
import classes from './page.module.css';

export interface Total {
  key: string;
  name: string;
  now: number | null | undefined;
  /** Undefined if no previous period was requested. */
  before: number | null | undefined;
  decimals?: number;
  to?: string | undefined;
  /** Shown next to the change. */
  note?: ReactNode;
}

export function Totals({ totals }: { totals: readonly Total[] }) {
  return (
    <dl className={classes.totals}>
      {totals.map(({ key, name, now, before, decimals = 0, to, note }) => (
        <div key={key} className={classes.total}>
          <dt>{name}</dt>
          <dd data-numeric>
            <Figure value={now} decimals={decimals} to={to} label={name} />
          </dd>
          <dd className={classes.beside}>
            <Change now={now} before={before} decimals={decimals} />
            {note}
          </dd>
        </div>
      ))}
    </dl>
  );
}
