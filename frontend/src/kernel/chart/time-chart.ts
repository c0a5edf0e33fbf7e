// What a chart over time shows, said without a word about how it is drawn.
import type { Unit } from '~/kernel/i18n/units';
import type { Tone } from '~/ui/tone-badge';

/** Two lines in one chart differ in colour and in the shape of their points. */
export type SeriesLook = 'first' | 'second';

export interface TimePoint {
  /** ISO 8601. */
  at: string;
  value: number;
  /** Said beside the value when the reader points at it, such as its grade. */
  note?: string | undefined;
  /** How it was taken, said beside it; readings that were taken otherwise are joined nevertheless. */
  taken?: readonly string[] | undefined;
  /** Whether something lies between it and the point before that no chart shows: no line joins them. */
  apart?: boolean | undefined;
  /** By what it was measured, said beside it: no line joins what was measured by different means. */
  by?: string | undefined;
}

export interface TimeSeries {
  name: string;
  look: SeriesLook;
  points: readonly TimePoint[];
}

/** A range of values that means something; an absent end is open. */
export interface Band {
  from?: number;
  to?: number;
  tone: Tone;
  label: string;
}

/** A value of one line from which on something begins; the number stands at its end. */
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
  /** The days that the axis runs over, `YYYY-MM-DD`. */
  days: { first: string; last: string };
  /** How many units the axis spans at least, so that small changes look small. */
  leastSpan: number;
}
