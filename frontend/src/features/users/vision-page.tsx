// The member's own vision measurements: what each eye saw the last time, and how both went.
import { Skeleton, Title } from '@mantine/core';
import { today } from '~/domain/time';
import { ChartCard } from '~/kernel/chart/chart-card';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { GradeBadge } from '~/kernel/grade/grade-badge';
import { formatChange, formatDay, formatNumber } from '~/kernel/i18n/format';
import { textIfKnown, useLanguage, useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { PageHeader } from '~/ui/page-header';
import { FramePage } from './frame-page';
import latest from './latest-values.module.css';
import { MeasurementTabs } from './measurement-tabs';
import classes from './member-page.module.css';
import { OwnPrintLink } from './own-print-link';
import { useOwnVision, type Acuity, type OwnVision } from './own-vision';
import { firstShown, usePeriod, type Period } from './period';
import { NoneInPeriod, PeriodChoice } from './period-choice';
import { OWN_VISION } from './screens';

export function Component() {
  const t = useText();
  const all = useOwnVision('all');
  const newest = all.data?.[0];
  usePageTitle(t(OWN_VISION.title));
  if (all.data && !newest) {
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
      {all.isPending && <Skeleton height={132} radius={12} />}
      {all.isError && <QueryError error={all.error} retry={() => void all.refetch()} />}
      {newest && (
        <>
          <LastTime measurement={newest} />
          <p className={classes.notice}>{t('memberPage.vision.explained')}</p>
          <Trends />
          <p className={classes.notice}>{t('memberPage.vision.notice')}</p>
        </>
      )}
    </div>
  );
}

/** With one decimal at least; what no chart shows in words. */
function asAcuity(value: Acuity): string {
  if (value === null) return NOTHING;
  if (typeof value === 'string') return textIfKnown(`memberPage.sight.${value}`) ?? value;
  return formatNumber(value, Number.isInteger(Math.round(value * 100) / 10) ? 1 : 2);
}

/** A card for each eye, one for both together, and the class of the better eye. */
function LastTime({ measurement }: { measurement: OwnVision }) {
  const t = useText();
  const eyes = [
    {
      name: t('memberPage.vision.right'),
      usual: measurement.rightPresenting,
      bare: measurement.rightUncorrected,
      sphere: measurement.rightSphere,
      cylinder: measurement.rightCylinder,
    },
    {
      name: t('memberPage.vision.left'),
      usual: measurement.leftPresenting,
      bare: measurement.leftUncorrected,
      sphere: measurement.leftSphere,
      cylinder: measurement.leftCylinder,
    },
    {
      name: t('memberPage.vision.both'),
      usual: measurement.bothPresenting,
      bare: measurement.bothUncorrected,
      sphere: null,
      cylinder: null,
    },
  ].filter(({ usual, bare, sphere }) => usual !== null || bare !== null || sphere !== null);
  return (
    <ul className={latest.cards}>
      {eyes.map(({ name, usual, bare, sphere, cylinder }) => (
        <li key={name} className={latest.card}>
          <span className={latest.name}>{name}</span>
          <div className={latest.value}>
            <bdi className={latest.figure}>{asAcuity(usual ?? bare)}</bdi>
            <span className={latest.unit}>
              {t(usual === null ? 'memberPage.vision.bare' : 'memberPage.vision.usual')}
            </span>
          </div>
          {usual !== null && bare !== null && (
            <div className={latest.note}>
              {t('memberPage.vision.bare')} {asAcuity(bare)}
            </div>
          )}
          {sphere !== null && (
            <div className={latest.note}>
              {t('memberPage.vision.power')} {t('unit.dioptre', { value: formatChange(sphere, 2) })}
              {cylinder !== null && cylinder !== 0 && (
                <>
                  {' · '}
                  {t('memberPage.vision.astigmatism', {
                    value: t('unit.dioptre', { value: formatChange(cylinder, 2) }),
                  })}
                </>
              )}
            </div>
          )}
        </li>
      ))}
      {measurement.visionGrade !== null && (
        <li className={latest.card}>
          <span className={latest.name}>{t('ownMeasurement.grade')}</span>
          <div className={latest.grade}>
            <GradeBadge scale="vision" grade={measurement.visionGrade} />
          </div>
        </li>
      )}
    </ul>
  );
}

function Trends() {
  const t = useText();
  const language = useLanguage();
  const [period, choose] = usePeriod();
  const result = useOwnVision(period);
  // Near and distance vision are no line together.
  const measured = result.data?.filter(({ range }) => range === 'DISTANCE') ?? [];
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
    </section>
  );
}

interface EyesChartProps {
  title: string;
  /** The newest first. */
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
  const points = (of: (measurement: OwnVision) => Acuity) =>
    rows.toReversed().flatMap((one) => {
      const value = of(one);
      return typeof value === 'number' ? [{ at: one.measuredAt, value }] : [];
    });
  return (
    <ChartCard
      title={title}
      chart={{
        series: [
          { name: t('memberPage.vision.right'), look: 'first', points: points(right) },
          { name: t('memberPage.vision.left'), look: 'second', points: points(left) },
        ],
        decimals: 2,
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
