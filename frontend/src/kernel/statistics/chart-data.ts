// What the charts of statistics show, said without a word about how it is drawn.
import type { Tone } from '~/ui/tone-badge';

/** Two series in one chart differ in colour and in shape. */
export type Look = 'first' | 'second';

export interface BucketSeries {
  name: string;
  look: Look;
  /** One for each bucket; null is a gap, over which no line runs. */
  values: readonly (number | null)[];
}

export interface BucketChartData {
  kind: 'bars' | 'line';
  /** Names of the buckets. */
  buckets: readonly string[];
  series: readonly BucketSeries[];
  decimals: number;
}

export interface RankedBar {
  key: string;
  name: string;
  value: number | null;
  /** Beside the figure. */
  note?: string | undefined;
}

export interface Box {
  lower: number;
  median: number;
  upper: number;
  mean: number;
}

export interface BoxChartData {
  /** Names of the groups, in each of which stands one box of each series. */
  groups: readonly string[];
  series: readonly { name: string; look: Look; boxes: readonly (Box | null)[] }[];
  decimals: number;
}

export interface ShareBar {
  key: string;
  name: string;
  /** All parts together, also those that are not told. */
  whole: number | null;
  parts: readonly { key: string; name: string; tone: Tone; value: number | null }[];
}

export type ChartData =
  | ({ type: 'buckets' } & BucketChartData)
  | { type: 'ranking'; bars: readonly RankedBar[] }
  | ({ type: 'boxes' } & BoxChartData)
  | { type: 'shares'; bars: readonly ShareBar[] };
