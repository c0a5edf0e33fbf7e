// The content of statistics charts, independent of their rendering.
import type { Tone } from '~/ui/tone-badge';

/** The two series of a chart differ in colour and shape. */
export type Look = 'first' | 'second';

export interface BucketSeries {
  name: string;
  look: Look;
  /** One value for each bucket. Null is a gap in the line. */
  values: readonly (number | null)[];
}

export interface BucketChartData {
  kind: 'bars' | 'line';
  /** Names of the buckets. */
  buckets: readonly string[];
  /** The days of each bucket that the period contains only in part. */
  parts?: readonly (string | undefined)[];
  series: readonly BucketSeries[];
  decimals: number;
}

export interface RankedBar {
  key: string;
  name: string;
  value: number | null;
  /** Shown next to the figure. */
  note?: string | undefined;
}

export interface Box {
  lower: number;
  median: number;
  upper: number;
  mean: number;
  /** The number of values. */
  count: number;
}

export interface BoxChartData {
  /** Names of the groups. Each group has one box of each series. */
  groups: readonly string[];
  series: readonly { name: string; look: Look; boxes: readonly (Box | null)[] }[];
  decimals: number;
}

export interface ShareBar {
  key: string;
  name: string;
  /** The sum of all parts, including suppressed ones. */
  whole: number | null;
  parts: readonly { key: string; name: string; tone: Tone; value: number | null }[];
}

export type ChartData =
  | ({ type: 'buckets' } & BucketChartData)
  | { type: 'ranking'; bars: readonly RankedBar[] }
  | ({ type: 'boxes' } & BoxChartData)
  | { type: 'shares'; bars: readonly ShareBar[] };
