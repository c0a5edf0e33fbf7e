// The options of a chart for the drawing library. Colours are CSS variables of the page, so they
// follow the colour scheme.
import type { EChartsCoreOption } from 'echarts/core';
import { formatDateTime, formatNumber } from '~/kernel/i18n/format';
import { isolated, leftToRight } from '~/kernel/i18n/i18n';
import { formatMeasure } from '~/kernel/i18n/units';
import classes from './chart.module.css';
import { DAY, labelledPlaces, placeLabel, placeOf, placeOfDay } from './time-axis';
import type { Band, SeriesLook, Threshold, TimeChart, TimePoint, TimeSeries } from './time-chart';
import { decimalsOfTicks, valueAxis, type ValueAxis } from './value-axis';

export interface Surroundings {
  /** Whether time runs from right to left. */
  rightToLeft: boolean;
  still: boolean;
  fontFamily: string;
  /** Height of the drawing in pixels. */
  height: number;
}

const COLORS: Record<SeriesLook, string> = {
  first: 'var(--chart-first)',
  second: 'var(--chart-second)',
};
const SHAPES: Record<SeriesLook, string> = { first: 'circle', second: 'diamond' };
const SIZES: Record<SeriesLook, number> = { first: 7, second: 9 };

const TEXT = { color: 'var(--uno-dimmed)', fontSize: 11 };
const EDGES = { top: 14, bottom: 28, axis: 40, far: 14, numbers: 34 };
/** A band of a smaller height has no space for its label. */
const LABEL_HEIGHT = 15;
/** With more points, their symbols would touch. */
const MAX_SYMBOLS = 80;

export function chartOption(chart: TimeChart, around: Surroundings): EChartsCoreOption {
  const values = chart.series.flatMap(({ points }) => points.map(({ value }) => value));
  const axis = valueAxis(values, chart.leastSpan);
  const [near, far] = around.rightToLeft
    ? (['right', 'left'] as const)
    : (['left', 'right'] as const);
  const first = placeOfDay(chart.days.first);
  const last = placeOfDay(chart.days.last);
  // The library's own labels are unevenly spaced around the start of a month.
  const labelled = labelledPlaces(first, last);
  return {
    animation: !around.still,
    animationDuration: 300,
    useUTC: true,
    textStyle: { ...TEXT, fontFamily: around.fontFamily },
    grid: {
      top: EDGES.top,
      bottom: EDGES.bottom,
      [near]: EDGES.axis,
      [far]: chart.thresholds?.length ? EDGES.numbers : EDGES.far,
    },
    xAxis: {
      type: 'time',
      min: first,
      max: last + DAY,
      inverse: around.rightToLeft,
      axisLabel: {
        ...TEXT,
        customValues: labelled.places,
        formatter: (place: number) => placeLabel(place, labelled.unit),
        hideOverlap: true,
      },
      axisLine: { lineStyle: { color: 'var(--uno-line)' } },
      axisTick: { customValues: labelled.places, lineStyle: { color: 'var(--uno-line)' } },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      min: axis.least,
      max: axis.most,
      interval: axis.step,
      position: near,
      axisLabel: {
        ...TEXT,
        formatter: (value: number) => formatNumber(value, decimalsOfTicks(axis)),
      },
      splitLine: { lineStyle: { color: 'var(--uno-line)' } },
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      // The library's default style requires inline styles, which the page's content security
      // policy forbids.
      className: classes.tooltip,
      backgroundColor: '',
      borderWidth: 0,
      padding: 0,
      extraCssText: 'box-shadow:none',
      textStyle: { color: 'inherit', fontFamily: 'inherit' },
      transitionDuration: around.still ? 0 : 0.15,
      axisPointer: { lineStyle: { color: 'var(--uno-dimmed)', type: 'dashed' } },
      formatter: (hits: unknown) => tooltip(chart, hits, around),
    },
    series: chart.series.map((series, index) => ({
      ...line(series),
      markArea: index === 0 ? bandAreas(chart.bands ?? [], axis, around) : undefined,
      markLine: thresholdLines(
        (chart.thresholds ?? []).filter(({ look }) => look === series.look),
        axis,
      ),
    })),
  };
}

/** A point, or the gap that ends the line before it. */
interface Place {
  point: TimePoint;
  gap: boolean;
}

/** A gap is at the position of its point, so that hovering it shows the point. */
function placesOf({ points }: TimeSeries): Place[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1] ?? point;
    const place = { point, gap: false };
    const isJoined = before.by === point.by && point.apart !== true;
    return isJoined ? [place] : [{ point, gap: true }, place];
  });
}

function line(series: TimeSeries) {
  const { name, look, points } = series;
  const color = COLORS[look];
  const places = placesOf(series);
  return {
    type: 'line',
    name,
    data: places.map(({ point, gap }) => [placeOf(point.at), gap ? null : point.value]),
    symbol: SHAPES[look],
    symbolSize: SIZES[look],
    // Without symbols, a point between two gaps would be invisible.
    showSymbol: points.length <= MAX_SYMBOLS || places.length > points.length,
    lineStyle: { color, width: 2 },
    itemStyle: { color, borderColor: 'var(--uno-surface)', borderWidth: 1.5 },
    emphasis: { disabled: true },
  };
}

/** The bands, clipped to the range of the axis. */
function bandAreas(bands: readonly Band[], axis: ValueAxis, { height, rightToLeft }: Surroundings) {
  const drawn = (height - EDGES.top - EDGES.bottom) / (axis.most - axis.least);
  return {
    silent: true,
    data: bands.flatMap(({ from, to, tone, label }) => {
      const low = Math.max(from ?? axis.least, axis.least);
      const high = Math.min(to ?? axis.most, axis.most);
      if (low >= high) return [];
      const named = (high - low) * drawn >= LABEL_HEIGHT;
      return [
        [
          {
            yAxis: low,
            itemStyle: { color: `var(--chart-band-${tone})` },
            label: {
              ...TEXT,
              show: named,
              formatter: label,
              color: `var(--chart-name-${tone})`,
              position: rightToLeft ? 'insideTopRight' : 'insideTopLeft',
              distance: 3,
              // Keeps the label readable where the line crosses it.
              textBorderColor: 'var(--uno-surface)',
              textBorderWidth: 2,
            },
          },
          { yAxis: high },
        ],
      ];
    }),
  };
}

function thresholdLines(thresholds: readonly Threshold[], axis: ValueAxis) {
  return {
    silent: true,
    symbol: 'none',
    data: thresholds
      .filter(({ value }) => value > axis.least && value < axis.most)
      .map(({ value, look }) => ({
        yAxis: value,
        lineStyle: { color: COLORS[look], type: 'dashed', width: 1, opacity: 0.75 },
        label: {
          ...TEXT,
          color: COLORS[look],
          formatter: formatNumber(value),
          position: 'end',
          distance: 5,
        },
      })),
  };
}

interface Hit {
  seriesIndex: number;
  dataIndex: number;
}

/** Built from DOM nodes, not HTML, so that names cannot inject markup or styles. */
function tooltip(chart: TimeChart, hits: unknown, { rightToLeft }: Surroundings): HTMLElement {
  const box = element('div', classes.tooltipBox);
  box.dir = rightToLeft ? 'rtl' : 'ltr';
  for (const [index, { series, point }] of found(chart, hits).entries()) {
    if (index === 0)
      box.append(element('div', classes.tooltipTime, leftToRight(formatDateTime(point.at))));
    const figure = formatMeasure(point.value, chart.decimals, chart.unit);
    const row = element('div', classes.tooltipRow);
    const mark = element('i', classes.mark);
    mark.dataset.look = series.look;
    row.append(
      mark,
      element('span', undefined, series.name),
      element('b', undefined, isolated(figure)),
    );
    const notes = [point.note, point.by, ...(point.taken ?? [])].filter(
      (note) => note !== undefined,
    );
    if (notes.length > 0)
      row.append(element('span', classes.tooltipNote, notes.map(isolated).join(' · ')));
    box.append(row);
  }
  return box;
}

function found(chart: TimeChart, hits: unknown): { series: TimeSeries; point: TimePoint }[] {
  return (Array.isArray(hits) ? (hits as Hit[]) : []).flatMap(({ seriesIndex, dataIndex }) => {
    const series = chart.series[seriesIndex];
    const place = series && placesOf(series)[dataIndex];
    return place ? [{ series, point: place.point }] : [];
  });
}

function element(tag: string, className?: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  if (className !== undefined) made.className = className;
  made.textContent = text;
  return made;
}
