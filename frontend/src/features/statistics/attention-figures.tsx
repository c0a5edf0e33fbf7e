// People by grade for each indicator. For the chosen indicator also the changes of grades since the
// previous period, and the people who need attention.
import { useMemo } from 'react';
import type { Answer } from '~/domain/client';
import { useAccess } from '~/kernel/access/access';
import { lazyPart } from '~/kernel/code/lazy-part';
import { gradeName, GradeBadge } from '~/kernel/grade/grade-badge';
import { SCALES, toneOf } from '~/kernel/grade/grade-scales';
import { useText } from '~/kernel/i18n/i18n';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { bucketName } from '~/kernel/statistics/bucket-name';
import { Chart } from '~/kernel/statistics/chart';
import { Change, Figure } from '~/kernel/statistics/figure';
import { FigureTable, type FigureColumn } from '~/kernel/statistics/figure-table';
import { formatShare } from '~/kernel/statistics/format-share';
import type { AttentionPeopleProps } from './attention-people';
import { Choice, useChosen } from './choice';
import { changeOf, useByBucket } from './count-figures';
import { indicatorName, type GradedIndicator } from './indicators';
import { usePeopleList } from './lists';
import { Moves } from './moves';
import classes from './page.module.css';
import type { FiguresProps } from './statistic';
import { Totals } from './totals';

type Attention = Answer<'GetAttentionStatistics'>;
type Row = Attention['rows'][number];
type Count = Row['grades'][number];

const People = lazyPart<AttentionPeopleProps>(() => import('./attention-people'));

const beforeOf = (row: Row, compared: boolean) => (compared ? row.previousConcerned : undefined);

export function AttentionFigures({ title, answer, query }: FiguresProps<Attention>) {
  const t = useText();
  const peopleOf = usePeopleList();
  const mayReadMembers = useAccess(MEMBERS_PATH).read;
  const { frame, rows } = answer;
  const { previous } = frame;
  const compared = previous !== null;
  const chosen = useChosen(
    'indicator',
    rows.map(({ indicator }) => indicator),
  ) as GradedIndicator | undefined;
  const row = rows.find(({ indicator }) => indicator === chosen);
  const buckets = useMemo(() => frame.buckets.map((one) => bucketName(frame.bucket, one)), [frame]);
  const [byBucket, toggle] = useByBucket(rows.length * buckets.length);
  if (!row) return null;

  const { indicator } = row;
  const scale = SCALES[indicator];
  const columns: FigureColumn<Row>[] = [
    {
      id: 'people',
      header: t('statistics.graded'),
      value: ({ people }) => people,
      cell: ({ people }) => <Figure value={people} />,
    },
    {
      id: 'concerned',
      header: t('statistics.concerned'),
      value: ({ concerned }) => concerned,
      cell: (one) => (
        <Figure
          value={one.concerned}
          to={peopleOf(one.indicator)}
          label={`${indicatorName(one.indicator)}, ${t('statistics.concerned')}`}
        />
      ),
    },
    {
      id: 'share',
      header: t('statistics.share'),
      value: shareConcerned,
      cell: (one) => <Figure value={shareConcerned(one)} share />,
    },
    ...(previous
      ? [
          {
            id: 'previous',
            header: t('statistics.previousOf', { figure: t('statistics.concerned') }),
            value: ({ previousConcerned }: Row) => previousConcerned,
            cell: ({ previousConcerned }: Row) => <Figure value={previousConcerned} />,
          },
          {
            id: 'change',
            header: t('statistics.change'),
            value: ({ concerned, previousConcerned }: Row) =>
              changeOf(concerned, previousConcerned),
            cell: ({ concerned, previousConcerned }: Row) => (
              <Change now={concerned} before={previousConcerned} />
            ),
          },
        ]
      : []),
    ...(byBucket
      ? frame.buckets.map((one, place): FigureColumn<Row> => ({
          id: one.start,
          header: buckets[place] ?? '',
          value: (of) => of.byBucket[place],
          cell: (of) => <Figure value={of.byBucket[place]} />,
        }))
      : []),
  ];
  const ofGrades: FigureColumn<Count>[] = [
    {
      id: 'people',
      header: t('statistics.persons'),
      value: ({ people }) => people,
      // The list contains only people who need attention.
      cell: ({ grade, concern, people }) => (
        <Figure
          value={people}
          to={concern === 'NONE' ? undefined : peopleOf(indicator, grade)}
          label={gradeName(scale, grade)}
        />
      ),
    },
    {
      id: 'share',
      header: t('statistics.share'),
      value: ({ people }) => shareOf(people, row.people),
      cell: ({ people }) => <Figure value={shareOf(people, row.people)} share />,
    },
    ...(previous
      ? [
          {
            id: 'previous',
            header: t('statistics.previousOf', { figure: t('statistics.persons') }),
            value: (one: Count) => one.previous,
            cell: (one: Count) => <Figure value={one.previous} />,
          },
          {
            id: 'change',
            header: t('statistics.change'),
            value: (one: Count) => changeOf(one.people, one.previous),
            cell: (one: Count) => <Change now={one.people} before={one.previous} />,
          },
        ]
      : []),
  ];
  const concerned = shareConcerned(row);
  return (
    <>
      <Chart
        title={t('statistics.distribution')}
        data={{
          type: 'shares',
          bars: rows.map((one) => ({
            key: one.indicator,
            name: indicatorName(one.indicator),
            whole: one.people,
            parts: one.grades.map(({ grade, people }) => ({
              key: grade,
              name: gradeName(SCALES[one.indicator], grade),
              tone: toneOf(SCALES[one.indicator], grade),
              value: people,
            })),
          })),
        }}
      />
      <section className={classes.rows}>
        {toggle}
        <FigureTable
          label={title}
          header={t('statistics.indicator')}
          nameOf={(one) => indicatorName(one.indicator)}
          keyOf={(one) => one.indicator}
          rows={rows}
          columns={columns}
        />
      </section>
      <div className={classes.subject}>
        <Choice
          label={t('statistics.indicator')}
          name="indicator"
          options={rows.map((one) => ({
            value: one.indicator,
            label: indicatorName(one.indicator),
          }))}
        />
        <h2>{indicatorName(indicator)}</h2>
      </div>
      <Totals
        totals={[
          { key: 'people', name: t('statistics.graded'), now: row.people, before: undefined },
          {
            key: 'concerned',
            name: t('statistics.concerned'),
            now: row.concerned,
            before: beforeOf(row, compared),
            to: peopleOf(indicator),
            note: concerned !== null && `${t('statistics.share')} ${formatShare(concerned)}`,
          },
        ]}
      />
      <FigureTable
        label={t('statistics.gradesOf', { indicator: indicatorName(indicator) })}
        header={t('statistics.grade')}
        nameOf={({ grade }) => gradeName(scale, grade)}
        showName={({ grade }) => <GradeBadge scale={scale} grade={grade} />}
        keyOf={({ grade }) => grade}
        rows={row.grades}
        columns={ofGrades}
      />
      {row.moves.length > 0 && <Moves row={row} />}
      {mayReadMembers && <People query={query} row={row} />}
    </>
  );
}

function shareOf(some: number | null, all: number | null): number | null {
  return some === null || all === null || all === 0 ? null : some / all;
}

export function shareConcerned({ concerned, people }: Row): number | null {
  return shareOf(concerned, people);
}
