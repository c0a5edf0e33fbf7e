// A chart of a statistic. Its code is loaded on the first render, with a placeholder of the same
// size. The table below has the same content for the keyboard and screen readers.
import { Skeleton } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { lazyPart } from '~/kernel/code/lazy-part';
import type { ChartData } from './chart-data';
import classes from './statistics.module.css';

const HEIGHT = 264;

const Drawing = lazyPart<{ data: ChartData }>(() => import('./drawings'), {
  loading: <Skeleton height={HEIGHT} />,
});

interface ChartProps {
  title: string;
  /** A control for what is shown, if there is a choice. */
  choice?: ReactNode;
  data: ChartData;
}

export function Chart({ title, choice, data }: ChartProps) {
  const heading = useId();
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <header className={classes.head}>
        <h2 id={heading}>{title}</h2>
        {choice !== undefined && <div className={classes.choice}>{choice}</div>}
      </header>
      <Drawing data={data} />
    </section>
  );
}
