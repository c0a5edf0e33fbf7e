// Mean, median and quartiles of an indicator: of everybody by bucket, and by sex and age side by
// side.
import { useMemo } from 'react';
import type { Answer } from '~/domain/client';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { bucketName } from '~/kernel/statistics/bucket-name';
import type { Box } from '~/kernel/statistics/chart-data';
import { Chart } from '~/kernel/statistics/chart';
import { Change, Figure } from '~/kernel/statistics/figure';
import { FigureTable, type FigureColumn } from '~/kernel/statistics/figure-table';
import { Choice, useChosen } from './choice';
import { changeOf, useByBucket } from './count-figures';
import { decimalsOf, valueName, indicatorWithUnit, type Indicator } from './indicators';
import { casePlace, useLeads, type Place } from './lists';
import classes from './page.module.css';
import type { FiguresProps } from './statistic';
import { Totals } from './totals';

type Averages = Answer<'GetIndicatorAverages'>;
type Row = Averages['rows'][number];
type Figures = Row['figures'];

/** The mean is exact, whatever the resolution of the values is. */
const MEAN_DECIMALS = 1;
const SEXES = ['MALE', 'FEMALE'] as const;

/** The indicators of which only adults measured in a clinic are counted. */
const CLINICAL: readonly Indicator[] = ['SYSTOLIC_PRESSURE', 'DIASTOLIC_PRESSURE'];

/** Histories have no filter for decades from this age on. */
const OLDEST = 100;

export function decadeName(decade: number): string {
  return textIfKnown(`decade.${String(decade)}`) ?? String(decade);
}

function boxOf(row: Row | undefined): Box | null {
  if (!row) return null;
  const { lowerQuartile: lower, median, upperQuartile: upper, mean, tests } = row.figures;
  return lower === null || median === null || upper === null || mean === null || tests === null
    ? null
    : { lower, median, upper, mean, count: tests };
}

export function AverageFigures({ title, answer, query }: FiguresProps<Averages>) {
  const t = useText();
  const leads = useLeads();
  const { frame } = answer;
  const indicators = [...new Set(answer.rows.map(({ indicator }) => indicator))];
  const indicator = useChosen('indicator', indicators) as Indicator | undefined;
  const buckets = useMemo(
    () => frame.buckets.map((period) => bucketName(frame.bucket, period)),
    [frame],
  );
  const rows = answer.rows.filter((row) => row.indicator === indicator);
  const [byBucket, toggle] = useByBucket(rows.length * buckets.length);
  const everybody = rows.find(({ sex, ageDecade }) => sex === null && ageDecade === null);
  if (indicator === undefined || !everybody) return null;

  const decimals = decimalsOf(indicator);
  const decades = [...new Set(rows.map(({ ageDecade }) => ageDecade))]
    .filter((decade) => decade !== null)
    .toSorted((one, other) => one - other);
  const groupOf = (sex: Row['sex'], decade: number) =>
    rows.find((row) => row.sex === sex && row.ageDecade === decade);
  const nameOf = ({ sex, ageDecade }: Row): string => {
    const parts = [
      ...(sex === null ? [] : [textIfKnown(`sex.${sex}`) ?? sex]),
      ...(ageDecade === null ? [] : [decadeName(ageDecade)]),
    ];
    return parts.length === 0 ? t('statistics.everybody') : parts.join(' · ');
  };
  // Only for the heart rate does a history show exactly the measurements that were counted.
  const placeOf = ({ sex, ageDecade }: Row): Place | undefined =>
    frame.isRounded || indicator !== 'HEART_RATE' || (ageDecade ?? 0) >= OLDEST
      ? undefined
      : casePlace('HEART_RATE_AT_REST', frame.period, {
          ...query,
          ...(sex !== null && { sex }),
          ...(ageDecade !== null && { ageDecades: [ageDecade] }),
        });
  const figure = (
    id: keyof Figures,
    header: string,
    places: number,
    leading = false,
  ): FigureColumn<Row> => ({
    id,
    header,
    value: ({ figures }) => figures[id],
    cell: (row) => (
      <Figure
        value={row.figures[id]}
        decimals={places}
        {...(leading && { to: leads(placeOf(row)), label: `${nameOf(row)}, ${header}` })}
      />
    ),
  });
  const columns: FigureColumn<Row>[] = [
    figure('tests', t('statistics.tests'), 0, true),
    figure('mean', t('statistics.mean'), MEAN_DECIMALS),
    figure('lowerQuartile', t('statistics.lowerQuartile'), decimals),
    figure('median', t('statistics.median'), decimals),
    figure('upperQuartile', t('statistics.upperQuartile'), decimals),
    ...(frame.previous
      ? [
          {
            id: 'previous',
            header: t('statistics.previousOf', { figure: t('statistics.mean') }),
            value: ({ previous }: Row) => previous?.mean,
            cell: ({ previous }: Row) => <Figure value={previous?.mean} decimals={MEAN_DECIMALS} />,
          },
          {
            id: 'change',
            header: t('statistics.change'),
            value: ({ figures, previous }: Row) => changeOf(figures.mean, previous?.mean),
            cell: ({ figures, previous }: Row) => (
              <Change now={figures.mean} before={previous?.mean ?? null} decimals={MEAN_DECIMALS} />
            ),
          },
        ]
      : []),
    ...(byBucket
      ? frame.buckets.map((period, place): FigureColumn<Row> => ({
          id: period.start,
          header: buckets[place] ?? '',
          value: (row) => row.byBucket[place]?.mean,
          // Shown only for everybody.
          cell: (row) =>
            row.byBucket.length > 0 && (
              <Figure value={row.byBucket[place]?.mean} decimals={MEAN_DECIMALS} />
            ),
        }))
      : []),
  ];
  const { figures, previous } = everybody;
  const bySex = SEXES.filter((sex) => rows.some((row) => row.sex === sex));
  const series = bySex.length > 0 ? bySex : [null];
  return (
    <>
      <div className={classes.subject}>
        <Choice
          label={t('statistics.indicator')}
          name="indicator"
          options={indicators.map((one) => ({ value: one, label: valueName(one) }))}
        />
      </div>
      {CLINICAL.includes(indicator) && (
        <p className={classes.notes}>{t('statistics.clinicalPressure')}</p>
      )}
      <Totals
        totals={[
          {
            key: 'mean',
            name: t('statistics.meanOf', { indicator: indicatorWithUnit(indicator) }),
            now: figures.mean,
            before: previous === null ? undefined : previous.mean,
            decimals: MEAN_DECIMALS,
          },
          {
            key: 'median',
            name: t('statistics.median'),
            now: figures.median,
            before: previous === null ? undefined : previous.median,
            decimals,
          },
          {
            key: 'tests',
            name: t('statistics.tests'),
            now: figures.tests,
            before: previous === null ? undefined : previous.tests,
            to: leads(placeOf(everybody)),
          },
        ]}
      />
      {decades.length > 0 && (
        <Chart
          title={t('statistics.byAge', { indicator: indicatorWithUnit(indicator) })}
          data={{
            type: 'boxes',
            groups: decades.map(decadeName),
            decimals,
            series: series.map((sex, place) => ({
              name: sex === null ? t('statistics.everybody') : (textIfKnown(`sex.${sex}`) ?? sex),
              look: place === 0 ? 'first' : 'second',
              boxes: decades.map((decade) => boxOf(groupOf(sex, decade))),
            })),
          }}
        />
      )}
      <Chart
        title={t('statistics.course', { figure: indicatorWithUnit(indicator) })}
        data={{
          type: 'buckets',
          kind: 'line',
          buckets,
          decimals: MEAN_DECIMALS,
          series: [
            {
              name: t('statistics.mean'),
              look: 'first',
              values: everybody.byBucket.map(({ mean }) => mean),
            },
            {
              name: t('statistics.median'),
              look: 'second',
              values: everybody.byBucket.map(({ median }) => median),
            },
          ],
        }}
      />
      <section className={classes.rows}>
        {toggle}
        <FigureTable
          label={`${title}: ${valueName(indicator)}`}
          header={t('statistics.group')}
          nameOf={nameOf}
          keyOf={({ sex, ageDecade }) => [sex, ageDecade].join('-')}
          rows={rows}
          columns={columns}
        />
      </section>
    </>
  );
}
