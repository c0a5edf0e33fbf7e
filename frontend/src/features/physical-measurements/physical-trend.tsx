// A person's trends: every indicator that was measured more than once, over the bands of its
// grades.
import { Stack } from '@mantine/core';
import { call } from '~/domain/client';
import { formatDate } from '~/kernel/i18n/format';
import { useLanguage } from '~/kernel/i18n/i18n';
import { IndicatorChart } from '~/kernel/measurement/physical-chart';
import {
  INDICATORS,
  isMeasured,
  type PhysicalMeasurement,
} from '~/kernel/measurement/physical-indicators';
import { useLastDay } from '~/kernel/measurement/as-of';
import { Trend } from '~/kernel/measurement/trend';

export function PhysicalTrend({ memberId }: { memberId: number }) {
  return (
    <Trend
      queryKey={['physical-measurements', 'trend', memberId]}
      ask={(page, signal) =>
        call('ListPhysicalMeasurements', { query: { memberId, ...page } }, signal)
      }
    >
      {(measured) => <Charts measured={measured} />}
    </Trend>
  );
}

function Charts({ measured }: { measured: PhysicalMeasurement[] }) {
  const lastDay = useLastDay();
  const language = useLanguage();
  const oldest = measured.at(-1);
  // A single point is no trend; the detail shows it.
  const shown = INDICATORS.filter(
    (indicator) => measured.filter((one) => isMeasured(indicator, one)).length > 1,
  );
  if (!oldest || shown.length === 0) return null;
  const days = { first: formatDate(oldest.measuredAt), last: lastDay };
  return (
    <Stack gap="md">
      {shown.map((indicator) => (
        <IndicatorChart
          key={`${indicator.name} ${language}`}
          indicator={indicator}
          measurements={measured}
          days={days}
        />
      ))}
    </Stack>
  );
}
