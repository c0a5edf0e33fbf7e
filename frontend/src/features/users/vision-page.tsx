// The member's own vision measurements: the latest acuities and the trends of both eyes.
import { Skeleton, Title } from '@mantine/core';
import { today } from '~/domain/time';
import { ChartCard } from '~/kernel/chart/chart-card';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDay } from '~/kernel/i18n/format';
import { useLanguage, useText } from '~/kernel/i18n/i18n';
import { decimalsOfChart, pointsOf } from '~/kernel/measurement/acuity';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { PageHeader } from '~/ui/page-header';
import { adviceOnVision } from './advice';
import { AdviceList } from './advice-list';
import { FramePage } from './frame-page';
import { LatestVision } from './latest-vision';
import { MeasurementTabs } from './measurement-tabs';
import classes from './member-page.module.css';
import { OwnPrintLink, ownPrintPath } from './own-print-link';
import { asAcuity, useLatestVision, useVisionOf, type Acuity, type OwnVision } from './own-vision';
import { firstShown, usePeriod, type Period } from './period';
import { NoneInPeriod, PeriodChoice } from './period-choice';
import { OWN_VISION } from './screens';

export function Component() {
  const t = useText();
  const recent = useLatestVision();
  const newest = recent.data?.[0];
  usePageTitle(t(OWN_VISION.title));
  if (recent.data && !newest) {
    return (
      <FramePage
        screen={OWN_VISION}
        kind="VISION"
        empty="memberPage.vision.empty"
        hint="memberPage.vision.hint"
      />
    );
  }
  return (
    <div className={classes.page}>
      <MeasurementTabs />
      <PageHeader
        title={t(OWN_VISION.title)}
        description={
          newest &&
          t('ownMeasurement.lastMeasured', { date: formatDay(newest.measuredAt, today()) })
        }
        actions={newest && <OwnPrintLink kind="VISION" id={newest.visionMeasurementId} />}
      />
      {recent.isPending && <Skeleton height={132} radius={12} />}
      {recent.isError && <QueryError error={recent.error} retry={() => void recent.refetch()} />}
      {recent.data && (
        <>
          <LatestVision measurements={recent.data} />
          <AdviceList
            advice={adviceOnVision(recent.data)}
            {...(newest && { reasons: ownPrintPath('VISION', newest.visionMeasurementId) })}
          />
          <Trends />
          <p className={classes.notice}>{t('memberPage.vision.notice')}</p>
        </>
      )}
    </div>
  );
}

function Trends() {
  const t = useText();
  const language = useLanguage();
  const [period, choose] = usePeriod();
  const result = useVisionOf(period);
  // Near and distance vision do not form one line.
  const measured = result.data?.measurements.filter(({ range }) => range === 'DISTANCE') ?? [];
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
            <EyesChart
              key={`usual ${language}`}
              title={t('memberPage.vision.trendUsual')}
              measured={measured}
              period={period}
              right={({ rightPresenting }) => rightPresenting}
              left={({ leftPresenting }) => leftPresenting}
            />
            <EyesChart
              key={`bare ${language}`}
              title={t('memberPage.vision.trendBare')}
              measured={measured}
              period={period}
              right={({ rightUncorrected }) => rightUncorrected}
              left={({ leftUncorrected }) => leftUncorrected}
            />
          </div>
        ))}
      {result.data?.cut && <p className={classes.notice}>{t('ownMeasurement.cut')}</p>}
    </section>
  );
}

interface EyesChartProps {
  title: string;
  /** Newest first. */
  measured: readonly OwnVision[];
  period: Period;
  right: (measurement: OwnVision) => Acuity;
  left: (measurement: OwnVision) => Acuity;
}

function EyesChart({ title, measured, period, right, left }: EyesChartProps) {
  const t = useText();
  const rows = measured.filter((one) => right(one) !== null || left(one) !== null);
  const oldest = rows.at(-1);
  if (!oldest) return null;
  const oldestFirst = rows.toReversed();
  const [ofRight, ofLeft] = [pointsOf(oldestFirst, right), pointsOf(oldestFirst, left)];
  return (
    <ChartCard
      title={title}
      chart={{
        series: [
          { name: t('memberPage.vision.right'), look: 'first', points: ofRight },
          { name: t('memberPage.vision.left'), look: 'second', points: ofLeft },
        ],
        decimals: decimalsOfChart([...ofRight, ...ofLeft].map(({ value }) => value)),
        days: { first: firstShown(period, oldest.measuredAt, today()), last: today() },
        leastSpan: 1,
      }}
      columns={[t('memberPage.vision.right'), t('memberPage.vision.left')]}
      rows={rows.map((one) => ({
        at: one.measuredAt,
        cells: [asAcuity(right(one)), asAcuity(left(one))],
      }))}
    />
  );
}
