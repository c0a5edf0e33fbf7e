// The detail of a physical measurement: its values, grades and rules.
import { Stack, Text } from '@mantine/core';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { Section } from '~/kernel/measurement/section';
import { Marks } from '~/kernel/measurement/marks';
import { PersonHead } from '~/kernel/measurement/person-head';
import { FieldList } from '~/kernel/resource/field-list';
import { BODY, PRESSURE, RULES, type Measurement } from './measurement-fields';
import { PhysicalTrend } from './physical-trend';
import { Reasons } from './reasons';

const LABELS: Partial<Record<string, MessageKey>> = Object.fromEntries(
  [...BODY, ...PRESSURE].map(({ name, label }) => [name, label]),
);

export function MeasurementDetail({ record }: { record: Measurement }) {
  const t = useText();
  return (
    <Stack gap="lg">
      <PersonHead record={record} kind="PHYSICAL" id={record.physicalMeasurementId} />
      <Marks {...record} labels={LABELS} />
      <Section title="measurement.body">
        <FieldList fields={BODY} record={record} />
      </Section>
      <Section title="measurement.pressure">
        <FieldList fields={PRESSURE} record={record} />
      </Section>
      <Section title="measurement.rules">
        <Reasons record={record} />
        <FieldList fields={RULES} record={record} />
      </Section>
      <Text size="sm" c="dimmed">
        {t('measurement.inputs')}
      </Text>
      {record.memberId !== null && (
        <PhysicalTrend key={record.memberId} memberId={record.memberId} />
      )}
    </Stack>
  );
}
