import { describe, expect, it } from 'vitest';
import { chartOption, type Surroundings } from './chart-option';
import type { TimeChart } from './time-chart';

const AROUND: Surroundings = { rightToLeft: false, still: false, fontFamily: 'Test', height: 230 };

const CHART: TimeChart = {
  series: [
    {
      name: '<b>A</b>',
      look: 'first',
      points: [
        { at: '2026-01-10T01:00:00Z', value: 24, note: '과체중' },
        { at: '2026-02-10T01:00:00Z', value: 26 },
      ],
    },
  ],
  unit: 'unit.kilogram',
  decimals: 1,
  bands: [
    { to: 18, tone: 'low', label: 'low' },
    { from: 18, to: 25, tone: 'good', label: 'good' },
    { from: 25, tone: 'high', label: 'high' },
  ],
  thresholds: [
    { look: 'first', value: 25 },
    { look: 'first', value: 99 },
  ],
  days: { first: '2026-01-01', last: '2026-02-28' },
  leastSpan: 8,
};

interface Drawn {
  animation: boolean;
  xAxis: { inverse: boolean };
  yAxis: { position: string; min: number; max: number };
  tooltip: { formatter: (hits: unknown) => HTMLElement };
  series: {
    markArea: { data: [{ yAxis: number; label: { formatter: string } }, { yAxis: number }][] };
    data: [number, number | null][];
    showSymbol: boolean;
    markLine: { data: { yAxis: number }[] };
  }[];
}

const draw = (around: Partial<Surroundings> = {}, chart = CHART) =>
  chartOption(chart, { ...AROUND, ...around }) as unknown as Drawn;

describe('a chart over time', () => {
  it('draws only the bands that the axis reaches, and no further than it', () => {
    const { series, yAxis } = draw();
    const bands = series[0]?.markArea.data.map(([low, high]) => [
      low.label.formatter,
      low.yAxis,
      high.yAxis,
    ]);
    expect(bands).toEqual([
      ['good', yAxis.min, 25],
      ['high', 25, yAxis.max],
    ]);
  });

  it('leaves out a threshold beyond the axis', () => {
    expect(draw().series[0]?.markLine.data.map(({ yAxis }) => yAxis)).toEqual([25]);
  });

  it('runs from right to left for whoever reads so', () => {
    expect(draw().yAxis.position).toBe('left');
    const mirrored = draw({ rightToLeft: true });
    expect([mirrored.xAxis.inverse, mirrored.yAxis.position]).toEqual([true, 'right']);
  });

  it('stands still for whoever asked for less motion', () => {
    expect(draw().animation).toBe(true);
    expect(draw({ still: true }).animation).toBe(false);
  });

  it('says the value, its unit and its grade where the reader points, and no name becomes markup', () => {
    const box = draw().tooltip.formatter([{ seriesIndex: 0, dataIndex: 0 }]);
    expect(box).toHaveTextContent('2026-01-10 10:00');
    expect(box).toHaveTextContent('24.0 kg');
    expect(box).toHaveTextContent('과체중');
    expect(box).toHaveTextContent('<b>A</b>');
  });

  it('joins no points that were measured by different means, and tells of each by what', () => {
    const points = ['PSS-10', 'PSS-10', 'BEPSI-K'].map((by, day) => ({
      at: `2026-01-1${String(day)}T01:00:00Z`,
      value: 20 + day,
      by,
    }));
    const many = Array.from({ length: 90 }, () => points).flat();
    const { series, tooltip } = draw(
      {},
      { ...CHART, series: [{ name: 'A', look: 'first', points }] },
    );
    const places = series[0]?.data ?? [];
    expect(places.map(([, value]) => value)).toEqual([20, 21, null, 22]);
    expect(places[2]?.[0]).toBe(places[3]?.[0]);
    for (const dataIndex of [2, 3])
      expect(tooltip.formatter([{ seriesIndex: 0, dataIndex }])).toHaveTextContent(
        /22\.0.*BEPSI-K/,
      );
    const crowded = draw({}, { ...CHART, series: [{ name: 'A', look: 'first', points: many }] });
    expect(crowded.series[0]?.showSymbol).toBe(true);
  });

  it('says how a reading was taken, and joins it with those that were taken otherwise', () => {
    const points = [
      { at: '2026-01-10T01:00:00Z', value: 118, note: '정상', taken: ['앉은 자세'] },
      { at: '2026-01-10T01:05:00Z', value: 96, note: '정상', taken: ['선 자세', '2회차'] },
    ];
    const { series, tooltip } = draw(
      {},
      { ...CHART, series: [{ name: 'A', look: 'first', points }] },
    );
    expect(series[0]?.data.map(([, value]) => value)).toEqual([118, 96]);
    const box = tooltip.formatter([{ seriesIndex: 0, dataIndex: 1 }]);
    // Every text is bidi-isolated.
    expect(box.textContent.replaceAll(/[\u2066-\u2069]/g, '')).toContain('정상 · 선 자세 · 2회차');
  });

  it('says nothing where there is no point', () => {
    expect(draw().tooltip.formatter(undefined)).toBeEmptyDOMElement();
  });
});
