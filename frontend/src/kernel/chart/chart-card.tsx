// A time chart with an equivalent table. Screen readers always get the table; other users switch
// between the two. A single measurement makes no line, so it is shown as text.
import { Button, Skeleton, Title } from '@mantine/core';
import { use, useCallback, useId, useLayoutEffect, useState, type ReactNode } from 'react';
import { lazyPart } from '~/kernel/code/lazy-part';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { unitName, type Unit } from '~/kernel/i18n/units';
import { ChartIcon, TableIcon } from '~/ui/icons';
import classes from './chart.module.css';
import type { DrawingProps } from './drawing';
import { ChartsOnPaper, OnPaper } from './on-paper';
import type { TimeChart } from './time-chart';

const HEIGHT = 230;

const Drawing = lazyPart<DrawingProps>(() => import('./drawing'), {
  loading: <Skeleton height={HEIGHT} />,
});

export interface ChartRow {
  at: string;
  cells: readonly ReactNode[];
}

interface ChartCardProps {
  title: string;
  /** Shown next to the title. */
  unit?: Unit | undefined;
  chart: TimeChart;
  /** The table's column names after the time. */
  columns: readonly string[];
  /** Newest first. */
  rows: readonly ChartRow[];
  /** The legend below the chart. */
  children?: ReactNode;
}

export function ChartCard({ title, unit, chart, columns, rows, children }: ChartCardProps) {
  const t = useText();
  const heading = useId();
  const [asTable, setAsTable] = useState(false);
  const paper = use(OnPaper);
  const single = rows.length === 1 ? rows[0] : undefined;
  const hasLegend = chart.series.length > 1;
  // A `section` would be a landmark. Prints of several measurements contain charts of the same
  // name, and nobody navigates in them.
  const Card = paper ? 'div' : 'section';
  return (
    <Card className={classes.card} {...(paper ? { role: 'group' } : {})} aria-labelledby={heading}>
      <header className={classes.head}>
        <Title order={3} size="h5" id={heading}>
          {title} {unit !== undefined && <span className={classes.unit}>{unitName(unit)}</span>}
        </Title>
        {!paper && (
          <Button
            className={classes.other}
            variant="subtle"
            size="compact-sm"
            leftSection={
              asTable ? (
                <ChartIcon size={15} stroke={1.6} aria-hidden />
              ) : (
                <TableIcon size={15} stroke={1.6} aria-hidden />
              )
            }
            aria-describedby={heading}
            onClick={() => {
              setAsTable(!asTable);
            }}
          >
            {t(asTable ? 'chart.asChart' : 'chart.asTable')}
          </Button>
        )}
      </header>
      {!asTable &&
        (single ? (
          <Single row={single} columns={columns} hasLegend={hasLegend} />
        ) : (
          <>
            {hasLegend && <Legend chart={chart} />}
            <AwaitedDrawing chart={chart} />
          </>
        ))}
      <div
        className={asTable ? classes.table : classes.unseen}
        {...(asTable && { tabIndex: 0, role: 'region', 'aria-label': t('chart.table', { title }) })}
      >
        <table>
          <caption>{t('chart.table', { title })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('chart.time')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at, cells }) => (
              <tr key={at}>
                <th scope="row">
                  <time dateTime={at}>{formatDateTime(at)}</time>
                </th>
                {columns.map((column, index) => (
                  <td key={column}>{cells[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!single && children}
    </Card>
  );
}

/** A print waits for it. */
function AwaitedDrawing({ chart }: { chart: TimeChart }) {
  const id = useId();
  const onChart = use(ChartsOnPaper);
  const onDrawn = useCallback(() => onChart?.(id, true), [onChart, id]);
  // In the same commit and before the effects of the print, which would not wait for it otherwise.
  useLayoutEffect(() => {
    onChart?.(id, false);
    return onDrawn;
  }, [onChart, id, onDrawn]);
  return <Drawing chart={chart} height={HEIGHT} onDrawn={onDrawn} />;
}

interface SingleProps {
  row: ChartRow;
  columns: readonly string[];
  /** Whether a drawing in its place would have a legend, whose height is added. */
  hasLegend: boolean;
}

function Single({ row: { at, cells }, columns, hasLegend }: SingleProps) {
  const t = useText();
  return (
    <div
      className={classes.single}
      style={{ minHeight: hasLegend ? `calc(${String(HEIGHT)}px + 1lh)` : HEIGHT }}
    >
      {/* Screen readers use the table. */}
      <div aria-hidden>
        <time dateTime={at}>{formatDateTime(at)}</time>
        <dl>
          {columns.map((column, index) => (
            <div key={column}>
              <dt>{column}</dt>
              <dd>{cells[index]}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p>{t('chart.single')}</p>
    </div>
  );
}

function Legend({ chart }: { chart: TimeChart }) {
  return (
    <div className={classes.legend} aria-hidden>
      {chart.series.map(({ name, look }) => (
        <span key={name}>
          <i className={classes.mark} data-look={look} />
          {name}
        </span>
      ))}
    </div>
  );
}
