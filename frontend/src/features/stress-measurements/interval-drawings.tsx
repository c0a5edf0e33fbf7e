// Drawings of the intervals: a tachogram and a Poincaré plot. Text next to them describes the
// content.
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { halfAxes, poincare, tachogram, type Box } from './interval-shapes';
import classes from './results.module.css';
import type { StressMeasurement } from './stress-fields';

const WIDE: Box = { width: 640, height: 260, left: 60, right: 20, top: 22, bottom: 30 };
const SQUARE: Box = { width: 280, height: 280, left: 40, right: 20, top: 26, bottom: 24 };

interface DrawingsProps {
  intervals: readonly number[];
  computed: NonNullable<StressMeasurement['computed']>;
}

export function IntervalDrawings({ intervals, computed }: DrawingsProps) {
  return (
    <div className={classes.drawings}>
      <TachogramDrawing intervals={intervals} computed={computed} />
      <PoincareDrawing intervals={intervals} computed={computed} />
    </div>
  );
}

function TachogramDrawing({ intervals, computed }: DrawingsProps) {
  const t = useText();
  const { path, across, up } = useMemo(() => tachogram(intervals, WIDE), [intervals]);
  const summary = t('stress.tachogramSummary', {
    count: intervals.length,
    least: formatNumber(Math.min(...intervals)),
    most: formatNumber(Math.max(...intervals)),
    mean: formatNumber(computed.meanNn, 1),
  });
  return (
    <figure className={`${classes.drawing ?? ''} ${classes.across ?? ''}`}>
      <Text component="figcaption" size="sm" fw={550}>
        {t('stress.tachogram')} (ms)
      </Text>
      <svg
        viewBox={`0 0 ${String(WIDE.width)} ${String(WIDE.height)}`}
        role="img"
        aria-label={summary}
      >
        {up.map(({ value, at }) => (
          <g key={value}>
            <line
              className={classes.grid}
              x1={WIDE.left}
              x2={WIDE.width - WIDE.right}
              y1={at}
              y2={at}
            />
            <text className={classes.label} x={WIDE.left - 6} y={at + 4} textAnchor="end">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        {across.map(({ value, at }) => (
          <text
            key={value}
            className={classes.label}
            x={at}
            y={WIDE.height - 6}
            textAnchor="middle"
          >
            {clock(value)}
          </text>
        ))}
        <path className={classes.line} d={path} />
      </svg>
      <Text size="sm" c="dimmed">
        {summary}
      </Text>
    </figure>
  );
}

/** Formats minutes and seconds like a stopwatch. */
function clock(seconds: number): string {
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}

function PoincareDrawing({ intervals, computed }: DrawingsProps) {
  const t = useText();
  const { path, ticks, same, middle, scale } = useMemo(
    () => poincare(intervals, SQUARE),
    [intervals],
  );
  const [short, long] = halfAxes(computed);
  const summary = t('stress.poincareSummary', {
    first: formatNumber(short, 1),
    second: formatNumber(long, 1),
  });
  const [from, to] = same;
  return (
    <figure className={classes.drawing}>
      <Text component="figcaption" size="sm" fw={550}>
        {t('stress.poincare')} (ms)
      </Text>
      <svg
        viewBox={`0 0 ${String(SQUARE.width)} ${String(SQUARE.height)}`}
        role="img"
        aria-label={summary}
      >
        {ticks.map(({ value, across, up }) => (
          <g key={value}>
            <line
              className={classes.grid}
              x1={SQUARE.left}
              x2={SQUARE.width - SQUARE.right}
              y1={up}
              y2={up}
            />
            <text className={classes.label} x={SQUARE.left - 6} y={up + 4} textAnchor="end">
              {formatNumber(value)}
            </text>
            <text className={classes.label} x={across} y={SQUARE.height - 6} textAnchor="middle">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        <line className={classes.same} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
        <path className={classes.points} d={path} />
        <ellipse
          className={classes.shape}
          cx={middle.x}
          cy={middle.y}
          rx={long * scale}
          ry={short * scale}
          transform={`rotate(-45 ${String(middle.x)} ${String(middle.y)})`}
        />
      </svg>
      <Text size="sm" c="dimmed">
        {summary}
      </Text>
    </figure>
  );
}
