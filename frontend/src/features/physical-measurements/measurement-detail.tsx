// One measurement: what was measured, what it means, and by which rules.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { Marks } from '~/kernel/measurement/marks';
import { PersonHead } from '~/kernel/measurement/person-head';
import type { AnyField } from '~/kernel/resource/definition';
import { FieldList } from '~/kernel/resource/field-list';
import { BODY, PRESSURE, RULES, type Measurement } from './measurement-fields';
import { Reasons } from './reasons';

const LABELS: Partial<Record<string, MessageKey>> = Object.fromEntries(
  [...BODY, ...PRESSURE].map(({ name, label }) => [name, label]),
);

export function MeasurementDetail({ record }: { record: Measurement }) {
  const t = useText();
  return (
    <Stack gap="lg">
      <PersonHead record={record} kind="PHYSICAL" id={record.physicalMeasurementId} />
      <Marks unusual={record.unusual} trial={record.trial} labels={LABELS} />
      <Section title="measurement.body" fields={BODY} record={record} />
      <Section title="measurement.pressure" fields={PRESSURE} record={record} />
      <Section title="measurement.rules" fields={RULES} record={record}>
        <Reasons record={record} />
      </Section>
      <Text size="sm" c="dimmed">
        {t('measurement.inputs')}
      </Text>
    </Stack>
  );
}

interface SectionProps {
  title: MessageKey;
  fields: readonly AnyField<Measurement>[];
  record: Measurement;
  /** What stands before the fields. */
  children?: ReactNode;
}

function Section({ title, fields, record, children }: SectionProps) {
  const t = useText();
  return (
    <section>
      <Text component="h3" fw={600} size="sm" m={0}>
        {t(title)}
      </Text>
      {children}
      <FieldList fields={fields} record={record} />
    </section>
  );
}
