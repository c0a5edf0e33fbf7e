// The member's own stress measurements: the latest result of each indicator, the preceding survey,
// and the trends.
import { Skeleton, Title } from '@mantine/core';
import { today } from '~/domain/time';
import { ChartCard } from '~/kernel/chart/chart-card';
import { lazyPart } from '~/kernel/code/lazy-part';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { GradeBadge, gradeName } from '~/kernel/grade/grade-badge';
import { scoreBands } from '~/kernel/grade/score-bands';
import { scoreName } from '~/kernel/grade/score-name';
import { formatDay, formatNumber } from '~/kernel/i18n/format';
import { useLanguage, useText, type MessageKey } from '~/kernel/i18n/i18n';
import { indicatorName, measuredBy } from '~/kernel/measurement/instruments';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { PageHeader } from '~/ui/page-header';
import { adviceOnMind } from './advice';
import { AdviceList } from './advice-list';
import { FramePage } from './frame-page';
import latest from './latest-values.module.css';
import { MeasurementTabs } from './measurement-tabs';
import classes from './member-page.module.css';
import { OwnPrintLink, ownPrintPath } from './own-print-link';
import { useLatestStress, useStressOf, type OwnStress } from './own-stress';
import { firstShown, usePeriod, type Period } from './period';
import { NoneInPeriod, PeriodChoice } from './period-choice';
import { OWN_STRESS } from './screens';

interface Indicator {
  label: MessageKey;
  /** What the score says, if it is not the indicator itself. */
  says?: MessageKey;
  scale: 'health' | 'lethargy';
  score: (measurement: OwnStress) => number | null;
  grade: (measurement: OwnStress) => string | null;
  /** The instrument of the score, if an indicator has several. */
  instrument?: (measurement: OwnStress) => string | null;
}

const INDICATORS: readonly Indicator[] = [
  {
    label: 'indicator.STRESS',
    scale: 'health',
    score: ({ stressScore }) => stressScore,
    grade: ({ stressGrade }) => stressGrade,
    instrument: ({ stressInstrument }) => stressInstrument,
  },
  {
    label: 'indicator.ANXIETY',
    scale: 'health',
    score: ({ anxietyScore }) => anxietyScore,
    grade: ({ anxietyGrade }) => anxietyGrade,
  },
  {
    label: 'indicator.BURNOUT',
    scale: 'health',
    score: ({ burnoutScore }) => burnoutScore,
    grade: ({ burnoutGrade }) => burnoutGrade,
    instrument: ({ burnoutInstrument }) => burnoutInstrument,
  },
  {
    label: 'indicator.LETHARGY',
    says: 'stress.activationScore',
    scale: 'lethargy',
    score: ({ activationScore }) => activationScore,
    grade: ({ lethargyGrade }) => lethargyGrade,
  },
];

/** Its fields share code with forms, which the page does not wait for. */
const OwnPreSurvey = lazyPart(() => import('./own-pre-survey'), { optional: true });

/** The minimum range of the axis, in score points. */
const MIN_SPAN = 60;

export function Component() {
  const t = useText();
  const recent = useLatestStress();
  const newest = recent.data?.[0];
  usePageTitle(t(OWN_STRESS.title));
  if (recent.data && !newest) {
    return (
      <FramePage
        screen={OWN_STRESS}
        kind="STRESS"
        empty="memberPage.stress.empty"
        hint="memberPage.stress.hint"
      />
    );
  }
  return (
    <div className={classes.page}>
      <MeasurementTabs />
      <PageHeader
        title={t(OWN_STRESS.title)}
        description={
          newest &&
          t('ownMeasurement.lastMeasured', { date: formatDay(newest.measuredAt, today()) })
        }
        actions={newest && <OwnPrintLink kind="STRESS" id={newest.stressMeasurementId} />}
      />
      {recent.isPending && <Skeleton height={132} radius={12} />}
      {recent.isError && <QueryError error={recent.error} retry={() => void recent.refetch()} />}
      {recent.data && (
        <>
          <LastValues measurements={recent.data} />
          <p className={classes.notice}>{t('memberPage.stress.explained')}</p>
          <AdviceList
            advice={adviceOnMind(recent.data)}
            {...(newest && { reasons: ownPrintPath('STRESS', newest.stressMeasurementId) })}
          />
          {newest && <OwnPreSurvey measurement={newest} />}
          <Trends />
          <p className={classes.notice}>{t('memberPage.stress.notice')}</p>
        </>
      )}
    </div>
  );
}

/** A card for each indicator that was ever graded. Cards with older values show the day. */
function LastValues({ measurements }: { measurements: readonly OwnStress[] }) {
  const t = useText();
  return (
    <ul className={latest.cards}>
      {INDICATORS.map((indicator) => {
        const measurement = measurements.find((one) => indicator.score(one) !== null);
        const score = measurement && indicator.score(measurement);
        if (!measurement || score === null || score === undefined) return null;
        const grade = indicator.grade(measurement);
        return (
          <li key={indicator.label} className={latest.card}>
            <span className={latest.name}>{t(indicator.label)}</span>
            <div className={latest.value}>
              <bdi className={latest.figure}>{formatNumber(score, 1)}</bdi>
              <span className={latest.unit}>/ {formatNumber(100)}</span>
            </div>
            {indicator.says && <div className={latest.note}>{t(indicator.says)}</div>}
            {measurement !== measurements[0] && (
              <div className={latest.note}>
                {t('ownMeasurement.measuredOn', {
                  date: formatDay(measurement.measuredAt, today()),
                })}
              </div>
            )}
            {grade !== null && (
              <div className={latest.grade}>
                <GradeBadge scale={indicator.scale} grade={grade} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Trends() {
  const t = useText();
  const language = useLanguage();
  const [period, choose] = usePeriod();
  const result = useStressOf(period);
  const measured = result.data?.measurements ?? [];
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <Title order={2} size="h4">
          {t('ownMeasurement.trends')}
        </Title>
        <PeriodChoice period={period} onChoose={choose} />
      </div>
      {result.isPending && <Skeleton height={300} radius={12} />}
      {result.isError && <QueryError error={result.error} retry={() => void result.refetch()} />}
      {result.data &&
        (measured.length === 0 ? (
          <NoneInPeriod
            onShowAll={() => {
              choose('all');
            }}
          />
        ) : (
          <div className={classes.charts} data-stale={result.isPlaceholderData || undefined}>
            {INDICATORS.map((indicator) => (
              <ScoreChart
                key={`${indicator.label} ${language}`}
                indicator={indicator}
                measured={measured}
                period={period}
              />
            ))}
          </div>
        ))}
      {result.data?.cut && <p className={classes.notice}>{t('ownMeasurement.cut')}</p>}
    </section>
  );
}

interface ScoreChartProps {
  indicator: Indicator;
  /** Newest first. */
  measured: readonly OwnStress[];
  period: Period;
}

function ScoreChart({ indicator, measured, period }: ScoreChartProps) {
  const t = useText();
  const { label, says, scale, score, grade, instrument } = indicator;
  const rows = measured.filter((one) => score(one) !== null);
  const oldest = rows.at(-1);
  if (!oldest) return null;
  const nameOf = (one: OwnStress) => {
    const word = grade(one);
    return word === null ? undefined : gradeName(scale, word);
  };
  const instrumentOf = (one: OwnStress) => {
    const given = instrument?.(one) ?? null;
    return given === null ? undefined : indicatorName(given);
  };
  return (
    <ChartCard
      title={scoreName(t(label), says)}
      chart={{
        series: [
          {
            name: t(says ?? label),
            look: 'first',
            points: rows.toReversed().map((one) => ({
              at: one.measuredAt,
              value: score(one) ?? 0,
              note: nameOf(one),
              by: measuredBy(instrument?.(one) ?? null),
            })),
          },
        ],
        decimals: 1,
        bands: scoreBands(rows, scale),
        days: { first: firstShown(period, oldest.measuredAt, today()), last: today() },
        leastSpan: MIN_SPAN,
      }}
      columns={[
        t(label),
        t('ownMeasurement.grade'),
        ...(instrument ? [t('memberPage.stress.instrument')] : []),
      ]}
      rows={rows.map((one) => ({
        at: one.measuredAt,
        cells: [
          formatNumber(score(one) ?? 0, 1),
          nameOf(one) ?? NOTHING,
          instrumentOf(one) ?? NOTHING,
        ],
      }))}
    />
  );
}
