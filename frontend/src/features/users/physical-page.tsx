// The member's own physical measurements: the latest values and the trends.
import { Skeleton, Title } from '@mantine/core';
import { today } from '~/domain/time';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDay } from '~/kernel/i18n/format';
import { useLanguage, useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { PageHeader } from '~/ui/page-header';
import { IndicatorChart } from '~/kernel/measurement/physical-chart';
import { INDICATORS } from '~/kernel/measurement/physical-indicators';
import { adviceOnBody } from './advice';
import { AdviceList } from './advice-list';
import { LatestValues } from './latest-values';
import { MeasurementTabs } from './measurement-tabs';
import classes from './member-page.module.css';
import { OwnPrintLink, ownPrintPath } from './own-print-link';
import { NoMeasurements } from './no-measurements';
import { useLatestMeasurements, useMeasurementsOf } from './own-measurements';
import { firstShown, usePeriod, type Period } from './period';
import { NoneInPeriod, PeriodChoice } from './period-choice';
import { OWN_PHYSICAL } from './screens';

export function Component() {
  const t = useText();
  const latest = useLatestMeasurements();
  const newest = latest.data?.[0];
  usePageTitle(t(OWN_PHYSICAL.title));
  return (
    <div className={classes.page}>
      <MeasurementTabs />
      <PageHeader
        title={t(OWN_PHYSICAL.title)}
        description={
          newest &&
          t('ownMeasurement.lastMeasured', { date: formatDay(newest.measuredAt, today()) })
        }
        actions={newest && <OwnPrintLink kind="PHYSICAL" id={newest.physicalMeasurementId} />}
      />
      {latest.isPending && <Skeleton height={132} radius={12} />}
      {latest.isError && <QueryError error={latest.error} retry={() => void latest.refetch()} />}
      {latest.data &&
        (newest ? (
          <>
            <LatestValues measurements={latest.data} detailed />
            <AdviceList
              advice={adviceOnBody(latest.data)}
              reasons={ownPrintPath('PHYSICAL', newest.physicalMeasurementId)}
            />
            <Trends />
            <p className={classes.notice}>{t('ownMeasurement.notice')}</p>
          </>
        ) : (
          <NoMeasurements />
        ))}
    </div>
  );
}

function Trends() {
  const t = useText();
  const [period, choose] = usePeriod();
  const result = useMeasurementsOf(period);
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <Title order={2} size="h4" id="trends">
          {t('ownMeasurement.trends')}
        </Title>
        <PeriodChoice period={period} onChoose={choose} />
      </div>
      {result.isPending && <Skeleton height={300} radius={12} />}
      {result.isError && <QueryError error={result.error} retry={() => void result.refetch()} />}
      {result.data && (
        <Charts
          period={period}
          measurements={result.data.measurements}
          stale={result.isPlaceholderData}
          onShowAll={() => {
            choose('all');
          }}
        />
      )}
      {result.data?.cut && <p className={classes.notice}>{t('ownMeasurement.cut')}</p>}
    </section>
  );
}

interface ChartsProps {
  period: Period;
  measurements: Parameters<typeof IndicatorChart>[0]['measurements'];
  stale: boolean;
  onShowAll: () => void;
}

function Charts({ period, measurements, stale, onShowAll }: ChartsProps) {
  const language = useLanguage();
  const oldest = measurements.at(-1);
  if (!oldest) return <NoneInPeriod onShowAll={onShowAll} />;
  const days = { first: firstShown(period, oldest.measuredAt, today()), last: today() };
  return (
    <div className={classes.charts} data-stale={stale || undefined}>
      {INDICATORS.map((indicator) => (
        <IndicatorChart
          key={`${indicator.name} ${language}`}
          indicator={indicator}
          measurements={measurements}
          days={days}
        />
      ))}
    </div>
  );
}
