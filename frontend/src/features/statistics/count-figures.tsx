// Counts of several rows: totals, the trend by bucket, a comparison of the rows, and a table.
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { useMemo, type ReactNode } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { bucketName, partOfBucket, type Period } from '~/kernel/statistics/bucket-name';
import { Chart } from '~/kernel/statistics/chart';
import { Change, Figure } from '~/kernel/statistics/figure';
import { FigureTable, sortedBy, type FigureColumn } from '~/kernel/statistics/figure-table';
import { formatShare } from '~/kernel/statistics/format-share';
import { useListState } from '~/kernel/url/list-state';
import { Choice, useChosen } from './choice';
import { useLeads, type Place } from './lists';
import classes from './page.module.css';
import type { Frame } from './statistic';
import { Totals } from './totals';

/** A count for each row. */
export interface Measure<Row> {
  id: string;
  name: string;
  /** Name of the same count in the previous period. */
  previousName: string;
  /** Events are drawn as bars, states as a line. */
  kind: 'bars' | 'line';
  now: (row: Row) => number | null;
  /** Undefined if no previous period was requested. */
  before: (row: Row) => number | null | undefined;
  byBucket: (row: Row) => readonly (number | null)[];
}

interface CountFiguresProps<Row> {
  title: string;
  frame: Frame;
  measures: readonly Measure<Row>[];
  /** The total of all rows, if there is one. */
  total: Row | undefined;
  rows: readonly Row[];
  /** Header of the row names. */
  header: string;
  nameOf: (row: Row) => string;
  showName?: (row: Row) => ReactNode;
  keyOf: (row: Row) => string;
  /** Returns the list of what a measure counts for a row in a period. */
  placeOf?: (row: Row, period: Period, measure: string) => Place | undefined;
  /** Additional columns of a row. */
  more?: readonly FigureColumn<Row>[];
  /** A share, shown next to the bar of a row. */
  shareOf?: (row: Row) => number | null;
}

/** The number of rows compared by bars. The table has all. */
const RANKED = 20;
/** A table with more cells takes too long to render. */
const MAX_CELLS = 12_000;
const ALL = 'all';

export function CountFigures<Row>(props: CountFiguresProps<Row>) {
  const { frame, measures, total, rows, header, nameOf, keyOf, placeOf, shareOf } = props;
  const t = useText();
  const leads = useLeads();
  const chosenMeasure = useChosen(
    'figure',
    measures.map(({ id }) => id),
  );
  const measure = measures.find(({ id }) => id === chosenMeasure);
  const subjects = [
    ...(total ? [{ value: ALL, label: t('statistics.all') }] : []),
    ...rows.map((row) => ({ value: keyOf(row), label: nameOf(row) })),
  ];
  const subject = useChosen(
    'of',
    subjects.map(({ value }) => value),
  );
  const buckets = useMemo(
    () => frame.buckets.map((period) => bucketName(frame.bucket, period)),
    [frame],
  );
  const parts = useMemo(
    () => frame.buckets.map((period) => partOfBucket(frame.bucket, period)),
    [frame],
  );
  const [byBucket, toggle] = useByBucket(rows.length * buckets.length);
  if (!measure) return null;

  const drawn = subject === ALL ? total : rows.find((row) => keyOf(row) === subject);
  const course = t('statistics.course', { figure: measure.name });
  const lead = (row: Row, period: Period, { id }: Measure<Row>) =>
    row === total ? undefined : leads(placeOf?.(row, period, id));
  const { previous } = frame;
  const told = (row: Row) => (row === total ? t('statistics.all') : nameOf(row));
  const columns: FigureColumn<Row>[] = [
    ...measures.map((one): FigureColumn<Row> => ({
      id: one.id,
      header: one.name,
      value: one.now,
      cell: (row) => (
        <Figure
          value={one.now(row)}
          to={lead(row, frame.period, one)}
          label={`${told(row)}, ${one.name}`}
        />
      ),
    })),
    ...(previous
      ? [
          {
            id: 'previous',
            header: measure.previousName,
            value: measure.before,
            cell: (row: Row) => (
              <Figure
                value={measure.before(row)}
                to={lead(row, previous, measure)}
                label={`${told(row)}, ${measure.previousName}`}
              />
            ),
          },
          {
            id: 'change',
            header: t('statistics.change'),
            value: (row: Row) => changeOf(measure.now(row), measure.before(row)),
            cell: (row: Row) => <Change now={measure.now(row)} before={measure.before(row)} />,
          },
        ]
      : []),
    ...(props.more ?? []),
    ...(byBucket
      ? frame.buckets.map((period, place): FigureColumn<Row> => {
          const name = buckets[place] ?? '';
          return {
            id: period.start,
            header: name,
            value: (row) => measure.byBucket(row)[place],
            cell: (row) => (
              <Figure
                value={measure.byBucket(row)[place]}
                to={lead(row, period, measure)}
                label={`${told(row)}, ${name}`}
              />
            ),
          };
        })
      : []),
  ];
  const ranked = sortedBy(rows, measure.now, true).slice(0, RANKED);
  const measureChoice = measures.length > 1 && (
    <Choice
      label={t('statistics.figure')}
      name="figure"
      options={measures.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
  return (
    <>
      {total && (
        <Totals
          totals={measures.map(({ id, name, now, before }) => ({
            key: id,
            name,
            now: now(total),
            before: before(total),
          }))}
        />
      )}
      {drawn && (
        <Chart
          // In print nothing else identifies the row.
          title={drawn === total ? course : `${nameOf(drawn)} · ${course}`}
          choice={
            <>
              {measureChoice}
              {subjects.length > 1 && (
                <Choice label={t('statistics.group')} name="of" options={subjects} />
              )}
            </>
          }
          data={{
            type: 'buckets',
            kind: measure.kind,
            buckets,
            ...(measure.kind === 'bars' && { parts }),
            decimals: 0,
            series: [{ name: measure.name, look: 'first', values: measure.byBucket(drawn) }],
          }}
        />
      )}
      {rows.length > 1 && (
        <Chart
          title={t('statistics.ranking', { figure: measure.name })}
          data={{
            type: 'ranking',
            bars: ranked.map((row) => {
              const share = shareOf?.(row);
              return {
                key: keyOf(row),
                name: nameOf(row),
                value: measure.now(row),
                ...(typeof share === 'number' && {
                  note: t('statistics.shareTested', { share: formatShare(share) }),
                }),
              };
            }),
          }}
        />
      )}
      <section className={classes.rows}>
        {toggle}
        <FigureTable
          label={props.title}
          header={header}
          nameOf={nameOf}
          {...(props.showName && { showName: props.showName })}
          keyOf={keyOf}
          rows={rows}
          total={total && { name: t('statistics.all'), row: total }}
          columns={columns}
        />
      </section>
    </>
  );
}

/** Returns the sort value of a change. Undefined for suppressed figures. */
export function changeOf(
  now: number | null | undefined,
  before: number | null | undefined,
): number | null {
  return typeof now === 'number' && typeof before === 'number' ? now - before : null;
}

/** Returns whether the table has one column per bucket, and the control for it. */
export function useByBucket(cells: number): [boolean, ReactNode] {
  const t = useText();
  const { state, change } = useListState();
  const tooMany = cells > MAX_CELLS;
  const asked = state.filters.byBucket?.[0] === 'true' && !tooMany;
  return [
    asked,
    <Checkbox
      key="by-bucket"
      className={classes.toggle}
      size="xs"
      label={t('statistics.byBucket')}
      checked={asked}
      disabled={tooMany}
      description={tooMany ? t('statistics.tooWide') : undefined}
      onChange={({ currentTarget: { checked } }) => {
        change({ byBucket: checked ? 'true' : undefined }, { replace: true });
      }}
    />,
  ];
}
