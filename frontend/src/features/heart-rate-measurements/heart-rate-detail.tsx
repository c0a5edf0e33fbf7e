// The detail of a heart rate: its value, its grade at rest with the reasons, and the person's
// trend.
import { Stack, Text } from '@mantine/core';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { Marks } from '~/kernel/measurement/marks';
import { PersonHead } from '~/kernel/measurement/person-head';
import { Reason } from '~/kernel/measurement/why';
import { Section } from '~/kernel/measurement/section';
import { FieldList } from '~/kernel/resource/field-list';
import { ALL_FIELDS, VALUES, type HeartRate } from './heart-rate-fields';
import { HeartRateTrend } from './heart-rate-trend';

const LABELS: Partial<Record<string, MessageKey>> = Object.fromEntries(
  ALL_FIELDS.map(({ name, label }) => [name, label]),
);

export function HeartRateDetail({ record }: { record: HeartRate }) {
  const t = useText();
  return (
    <Stack gap="lg">
      <PersonHead record={record} kind="HEART_RATE" id={record.heartRateMeasurementId} />
      <Marks {...record} labels={LABELS} />
      <FieldList fields={VALUES} record={record} />
      {record.memberId !== null && (
        <HeartRateTrend key={record.memberId} memberId={record.memberId} />
      )}
      <Section title="measurement.rules">
        <Stack gap="xs">
          {record.why?.map((why) => (
            <Reason key={why.indicator} title={t('heartRate.grade')} scale="heartRate" why={why} />
          ))}
          <Text size="sm" c="dimmed">
            {t('heartRate.rulesNotice')}
          </Text>
        </Stack>
      </Section>
    </Stack>
  );
}
