// The content of a time chart, independent of its rendering.
import type { Unit } from '~/kernel/i18n/units';
import type { Tone } from '~/ui/tone-badge';

/** The two lines of a chart differ in colour and in the shape of their points. */
export type SeriesLook = 'first' | 'second';

export interface TimePoint {
  /** ISO 8601. */
  at: string;
  value: number;
  /** Shown next to the value in the tooltip, such as its grade. */
  note?: string | undefined;
  /**
   * The conditions of the reading, shown next to the value. Readings under different conditions are
   * still joined.
   */
  taken?: readonly string[] | undefined;
  /**
   * Whether a reading that cannot be plotted lies between this point and the previous one. Then
   * they are not joined.
   */
  apart?: boolean | undefined;
  /** The instrument, shown next to the value. Readings of different instruments are not joined. */
  by?: string | undefined;
}

export interface TimeSeries {
  name: string;
  look: SeriesLook;
  points: readonly TimePoint[];
}

/** A range of values with a meaning. An absent end is open. */
export interface Band {
  from?: number;
  to?: number;
  tone: Tone;
  label: string;
}

/** A limit for the values of one series, drawn as a line with its value at the end. */
export interface Threshold {
  value: number;
  look: SeriesLook;
}

export interface TimeChart {
  series: readonly TimeSeries[];
  unit?: Unit | undefined;
  decimals: number;
  bands?: readonly Band[];
  thresholds?: readonly Threshold[];
  /** The days that the axis covers, `YYYY-MM-DD`. */
  days: { first: string; last: string };
  /** The minimum range of the axis, so that small changes look small. */
  leastSpan: number;
}
