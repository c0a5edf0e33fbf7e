// The member's own physical measurements: the latest values, and how they went.
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Button, SegmentedControl, Skeleton, Title } from '@mantine/core';
import { today } from '~/domain/time';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDate, formatDay } from '~/kernel/i18n/format';
import { useLanguage, useText, type MessageKey } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { CalendarIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import { StateMessage } from '~/ui/state-message';
import { IndicatorChart } from '~/kernel/measurement/physical-chart';
import { INDICATORS } from '~/kernel/measurement/physical-indicators';
import { LatestValues } from './latest-values';
import { MeasurementTabs } from './measurement-tabs';
import classes from './member-page.module.css';
import { OwnPrintLink } from './own-print-link';
import { NoMeasurements } from './no-measurements';
import { useLatestMeasurements, useMeasurementsOf } from './own-measurements';
import { firstDay, monthsBefore, PERIODS, usePeriod, type Period } from './period';
import { OWN_PHYSICAL } from './screens';

const PERIOD_NAMES: Record<Period, MessageKey> = {
  '3m': 'ownMeasurement.period.3m',
  '1y': 'ownMeasurement.period.1y',
  all: 'ownMeasurement.period.all',
};

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
        <SegmentedControl
          aria-label={t('ownMeasurement.period')}
          value={period}
          onChange={choose}
          data={PERIODS.map((value) => ({ value, label: t(PERIOD_NAMES[value]) }))}
        />
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
  const t = useText();
  const language = useLanguage();
  const oldest = measurements.at(-1);
  if (!oldest) {
    return (
      <div className={classes.surface}>
        <StateMessage
          icon={CalendarIcon}
          title={t('ownMeasurement.noneInPeriod')}
          actions={
            <Button variant="default" onClick={onShowAll}>
              {t('ownMeasurement.showAll')}
            </Button>
          }
        />
      </div>
    );
  }
  const days = { first: firstShown(period, oldest.measuredAt), last: today() };
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

/** All measurements begin with the first one, but an axis of a few days would say nothing. */
function firstShown(period: Period, oldest: string): string {
  const first = firstDay(period, today());
  if (first !== undefined) return first;
  const [day, monthAgo] = [formatDate(oldest), monthsBefore(today(), 1)];
  return day < monthAgo ? day : monthAgo;
}
