// Computes the drawings of the intervals: over time, and each against the next one.
import { valueAxis, type ValueAxis } from '~/kernel/chart/value-axis';

/** The minimum range of the axis in ms, so that low variability looks low. */
const MIN_SPAN = 200;
const MINUTE = 60;

export interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Tick {
  value: number;
  at: number;
}

function tenths(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function ticksOf({ least, most, step }: ValueAxis): number[] {
  const count = Math.round((most - least) / step);
  return Array.from({ length: count + 1 }, (_, index) => least + index * step);
}

export interface Tachogram {
  path: string;
  across: Tick[];
  up: Tick[];
}

/** Plots the intervals over the seconds since the start. */
export function tachogram(intervals: readonly number[], box: Box): Tachogram {
  const axis = valueAxis(intervals, MIN_SPAN);
  const total = intervals.reduce((sum, interval) => sum + interval, 0) / 1000;
  const x = (seconds: number) => box.left + (seconds / total) * (box.width - box.left - box.right);
  const y = upwards(axis, box);
  let seconds = 0;
  const points = intervals.map((interval) => {
    seconds += interval / 1000;
    return `${tenths(x(seconds))} ${tenths(y(interval))}`;
  });
  const minutes = Math.max(1, Math.ceil(total / MINUTE / 6));
  const across: Tick[] = [];
  for (let at = 0; at <= total; at += minutes * MINUTE) across.push({ value: at, at: x(at) });
  return {
    path: `M${points.join('L')}`,
    across,
    up: ticksOf(axis).map((value) => ({ value, at: y(value) })),
  };
}

function upwards(axis: ValueAxis, box: Box) {
  const drawn = box.height - box.top - box.bottom;
  return (value: number) =>
    box.height - box.bottom - ((value - axis.least) / (axis.most - axis.least)) * drawn;
}

/** Returns the semi-axes of the point cloud: across the line of identity, and along it. */
export function halfAxes({ sdnn, rmssd }: { sdnn: number; rmssd: number }): [number, number] {
  const short = rmssd / Math.SQRT2;
  return [short, Math.sqrt(Math.max(0, 2 * sdnn ** 2 - short ** 2))];
}

export interface Poincare {
  /** Points as zero-length lines, which round line caps make visible. */
  path: string;
  ticks: { value: number; across: number; up: number }[];
  /** The ends of the line of identity, on which an interval equals the previous one. */
  same: [from: { x: number; y: number }, to: { x: number; y: number }];
  /** The centre of the cloud, and the number of drawing units per ms. */
  middle: { x: number; y: number };
  scale: number;
}

/** Plots each interval against the next one, in a square. */
export function poincare(intervals: readonly number[], box: Box): Poincare {
  const axis = valueAxis(intervals, MIN_SPAN);
  const span = axis.most - axis.least;
  const scale = (box.width - box.left - box.right) / span;
  const x = (value: number) => box.left + (value - axis.least) * scale;
  const y = upwards(axis, box);
  const mean = intervals.reduce((sum, interval) => sum + interval, 0) / intervals.length;
  const points = intervals.slice(1).map((next, index) => {
    const interval = intervals[index] ?? next;
    return `M${tenths(x(interval))} ${tenths(y(next))}h0`;
  });
  return {
    path: points.join(''),
    ticks: ticksOf(axis).map((value) => ({ value, across: x(value), up: y(value) })),
    same: [
      { x: x(axis.least), y: y(axis.least) },
      { x: x(axis.most), y: y(axis.most) },
    ],
    middle: { x: x(mean), y: y(mean) },
    scale,
  };
}
