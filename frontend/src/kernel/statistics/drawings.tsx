// Draws statistics charts with elements sized in percent. They adapt to width, text direction,
// colour scheme and print by themselves, and nothing is animated.
import { useDirection } from '@mantine/core';
import { useState, type PointerEvent, type ReactNode } from 'react';
import { valueAxis, type ValueAxis } from '~/kernel/chart/value-axis';
import { NOTHING } from '~/kernel/field/nothing';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import tones from '~/ui/tone-fill.module.css';
import type {
  BoxChartData,
  BucketChartData,
  ChartData,
  Look,
  RankedBar,
  ShareBar,
} from './chart-data';
import { formatShare } from './format-share';
import { middleOf, namedOf, runsOf, sharesOf } from './shapes';
import classes from './drawings.module.css';

const MAX_NAMES = 6;
/** For groups, whose names are short. */
const MAX_GROUPS = 12;
/** With more points, their marks would touch. */
const MAX_MARKS = 62;
/** A smaller part has no space for its name, and needs more for a longer one. */
const NAMED_SHARE = 0.1;
const NAMED_SHARE_OF_CHARACTER = 0.009;

export default function Drawing({ data }: { data: ChartData }) {
  // The table next to it has the same content.
  return (
    <div className={classes.drawing} aria-hidden>
      {drawingOf(data)}
    </div>
  );
}

function drawingOf(data: ChartData): ReactNode {
  switch (data.type) {
    case 'buckets':
      return <Buckets data={data} />;
    case 'boxes':
      return <Boxes data={data} />;
    case 'ranking':
      return <Ranking bars={data.bars} />;
    case 'shares':
      return <Shares bars={data.bars} />;
  }
}

const percent = (part: number) => `${String(part)}%`;

interface PlotProps {
  axis: ValueAxis;
  decimals: number;
  columns: readonly string[];
  series: readonly { name: string; look: Look }[];
  mostNames?: number;
  /** Returns the text for the column under the pointer. */
  said: (column: number) => ReactNode;
  /** The legend, shown while no column is under the pointer. */
  legend?: ReactNode;
  children: (height: (value: number) => number) => ReactNode;
}

/** The axes of a chart with adjacent columns, and the text for the column under the pointer. */
function Plot({
  axis,
  decimals,
  columns,
  series,
  mostNames = MAX_NAMES,
  said,
  legend,
  children,
}: PlotProps) {
  const { dir } = useDirection();
  const [pointed, setPointed] = useState<number>();
  const height = (value: number) => ((value - axis.least) / (axis.most - axis.least)) * 100;
  const steps = Math.round((axis.most - axis.least) / axis.step);
  const lines = Array.from({ length: steps + 1 }, (_, step) => axis.least + step * axis.step);
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const across = (event.clientX - left) / width;
    const column = Math.floor((dir === 'rtl' ? 1 - across : across) * columns.length);
    setPointed(columns[column] === undefined ? undefined : column);
  };
  return (
    <>
      <p className={classes.said}>
        {pointed !== undefined && columns[pointed] !== undefined ? (
          <>
            <b>{columns[pointed]}</b>
            {said(pointed)}
          </>
        ) : (
          <>
            {series.length > 1 && series.map((one) => <Named key={one.name} {...one} />)}
            {legend}
          </>
        )}
      </p>
      <div className={classes.plot}>
        <div className={classes.scale}>
          {lines.map((line) => (
            <span key={line} style={{ bottom: percent(height(line)) }}>
              {formatNumber(line, Number.isInteger(axis.step) ? 0 : Math.max(decimals, 1))}
            </span>
          ))}
        </div>
        <div
          className={classes.room}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => {
            setPointed(undefined);
          }}
        >
          {lines.map((line) => (
            <i key={line} className={classes.line} style={{ bottom: percent(height(line)) }} />
          ))}
          {pointed !== undefined && (
            <i
              className={classes.pointed}
              style={{
                insetInlineStart: percent((pointed / columns.length) * 100),
                width: percent(100 / columns.length),
              }}
            />
          )}
          {children(height)}
        </div>
        <div className={classes.names}>
          {namedOf(columns.length, mostNames).map((column) => (
            <span
              key={column}
              style={{ insetInlineStart: percent(middleOf(column, columns.length)) }}
            >
              {columns[column]}
            </span>
          ))}
        </div>
      </div>
    </>
  );
}

function Named({ name, look }: { name: string; look: Look }) {
  return (
    <span className={classes.named}>
      <i className={classes.mark} data-look={look} />
      {name}
    </span>
  );
}

function Buckets({ data }: { data: BucketChartData }) {
  const { kind, buckets, parts = [], series, decimals } = data;
  const t = useText();
  const bars = kind === 'bars';
  const given = series.flatMap((one) => one.values);
  const values = given.filter((value) => value !== null);
  // Empty axes would look as if the chart were still loading. Next to a suppressed value, zeros do
  // not mean that nothing was counted.
  if (values.length === 0 || (bars && values.every((value) => value === 0))) {
    return (
      <p className={classes.nothing}>
        {t(values.length === given.length ? 'statistics.empty' : 'statistics.absent')}
      </p>
    );
  }
  const axis = valueAxis(bars ? [0, ...values] : values, 5);
  return (
    <Plot
      axis={axis}
      decimals={decimals}
      columns={buckets}
      series={series}
      {...(parts.some((part) => part !== undefined) && {
        legend: (
          <span className={classes.named}>
            <i className={classes.mark} data-part />
            {t('statistics.partOfBucket')}
          </span>
        ),
      })}
      said={(column) => (
        <>
          {parts[column]}
          {series.map(({ name, look, values: all }) => (
            <span key={name} className={classes.named}>
              <i className={classes.mark} data-look={look} />
              {name} <b>{figure(all[column], decimals)}</b>
            </span>
          ))}
        </>
      )}
    >
      {(height) =>
        bars ? (
          <div className={classes.columns}>
            {buckets.map((bucket, column) => (
              <div key={column} className={classes.column} data-bucket={bucket}>
                {series.map(({ name, look, values: all }) => (
                  <i
                    key={name}
                    className={classes.bar}
                    data-look={look}
                    data-part={parts[column] !== undefined || undefined}
                    style={{ height: percent(height(all[column] ?? 0)) }}
                  />
                ))}
              </div>
            ))}
          </div>
        ) : (
          series.map(({ name, look, values: all }) => (
            <Line key={name} look={look} values={all} height={height} />
          ))
        )
      }
    </Plot>
  );
}

interface LineProps {
  look: Look;
  values: readonly (number | null)[];
  height: (value: number) => number;
}

function Line({ look, values, height }: LineProps) {
  return (
    <>
      <svg className={classes.curve} viewBox="0 0 100 100" preserveAspectRatio="none">
        {runsOf(values, height).map((run) => (
          <polyline key={run} points={run} data-look={look} />
        ))}
      </svg>
      {values.length <= MAX_MARKS &&
        values.map(
          (value, column) =>
            value !== null && (
              <i
                key={column}
                className={classes.point}
                data-look={look}
                style={{
                  insetInlineStart: percent(middleOf(column, values.length)),
                  bottom: percent(height(value)),
                }}
              />
            ),
        )}
    </>
  );
}

function Boxes({ data: { groups, series, decimals } }: { data: BoxChartData }) {
  const t = useText();
  const boxes = series.flatMap((one) => one.boxes.filter((box) => box !== null));
  const ends = boxes.flatMap(({ lower, upper, mean }) => [lower, upper, mean]);
  const axis = valueAxis(ends.length === 0 ? [0] : ends, 5);
  return (
    <Plot
      axis={axis}
      decimals={decimals}
      columns={groups}
      series={series}
      mostNames={MAX_GROUPS}
      legend={<BoxLegend />}
      said={(column) =>
        series.map(({ name, look, boxes: all }) => {
          const box = all[column];
          return (
            <span key={name} className={classes.named}>
              <i className={classes.mark} data-look={look} />
              <span>
                {name} {t('statistics.median')} <b>{figure(box?.median, decimals)}</b> (
                {figure(box?.lower, decimals)}~{figure(box?.upper, decimals)}),{' '}
                {t('statistics.mean')} <b>{figure(box?.mean, 1)}</b>, {t('statistics.tests')}{' '}
                <b>{figure(box?.count ?? 0, 0)}</b>
              </span>
            </span>
          );
        })
      }
    >
      {(height) => (
        <div className={classes.columns}>
          {groups.map((group, column) => (
            <div key={group} className={classes.column} data-wide>
              {series.map(({ name, look, boxes: all }) => {
                const box = all[column];
                return (
                  <div key={name} className={classes.place} data-look={look}>
                    {box && (
                      <>
                        <i
                          className={classes.box}
                          style={{
                            bottom: percent(height(box.lower)),
                            height: percent(height(box.upper) - height(box.lower)),
                          }}
                        />
                        <i
                          className={classes.median}
                          style={{ bottom: percent(height(box.median)) }}
                        />
                        <i className={classes.mean} style={{ bottom: percent(height(box.mean)) }} />
                      </>
                    )}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      )}
    </Plot>
  );
}

/** A box spans the quartiles. */
function BoxLegend() {
  const t = useText();
  return (
    <>
      <span className={classes.named}>
        <i className={classes.medianSign} />
        {t('statistics.median')}
      </span>
      <span className={classes.named}>
        <i className={classes.meanSign} />
        {t('statistics.mean')}
      </span>
      <span className={classes.named}>
        <i className={classes.boxSign} />
        {t('statistics.lowerQuartile')} ~ {t('statistics.upperQuartile')}
      </span>
    </>
  );
}

function Ranking({ bars }: { bars: readonly RankedBar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  return (
    <div className={classes.ranking}>
      {bars.map(({ key, name, value, note }) => (
        <div key={key} className={classes.ranked}>
          <span className={classes.rankedName}>{name}</span>
          <span className={classes.track}>
            <i style={{ width: percent(((value ?? 0) / most) * 100) }} />
          </span>
          <span className={classes.rankedFigure}>
            {figure(value, 0)}
            {note !== undefined && <small>{note}</small>}
          </span>
        </div>
      ))}
    </div>
  );
}

function Shares({ bars }: { bars: readonly ShareBar[] }) {
  return (
    <div className={classes.shares}>
      {bars.map(({ key, name, whole, parts }) => {
        const values = parts.map(({ value }) => value);
        const shares = sharesOf(values, whole);
        const told = parts.flatMap((part, place) => {
          const share = shares?.[place] ?? 0;
          const words = `${part.name} ${formatShare(share)}`;
          const isNamed = share >= Math.max(NAMED_SHARE, words.length * NAMED_SHARE_OF_CHARACTER);
          return share > 0 ? [{ ...part, share, words, isNamed }] : [];
        });
        return (
          <div key={key} className={classes.share}>
            <span className={classes.rankedName}>{name}</span>
            <div className={classes.parts}>
              {shares === null
                ? NOTHING
                : told.map(({ key, tone, share, words, isNamed }) => (
                    <span
                      key={key}
                      className={`${classes.part ?? ''} ${tones.fill ?? ''}`}
                      data-tone={tone}
                      style={{ width: percent(share * 100) }}
                      title={words}
                    >
                      {isNamed && <span className={classes.within}>{words}</span>}
                    </span>
                  ))}
            </div>
            {told.length > 0 && (
              <div className={classes.beside}>
                {told.map(({ key, tone, words, isNamed }) => (
                  <span key={key} data-within={isNamed || undefined}>
                    <i
                      className={`${classes.part ?? ''} ${tones.fill ?? ''}`}
                      data-tone={tone}
                      aria-hidden
                    />
                    {words}
                  </span>
                ))}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

function figure(value: number | null | undefined, decimals: number): string {
  return value === null || value === undefined ? NOTHING : formatNumber(value, decimals);
}
