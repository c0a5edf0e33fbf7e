// One measurement: what was measured, what it means, and by which rules.
import { Anchor, Badge, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatDateTime } from '~/kernel/i18n/format';
import { textIfKnown, useText, type MessageKey } from '~/kernel/i18n/i18n';
import type { AnyField } from '~/kernel/resource/definition';
import { FieldList } from '~/kernel/resource/field-list';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { Dotted } from '~/ui/dotted';
import { BODY, PRESSURE, RULES, type Measurement } from './measurement-fields';

export function MeasurementDetail({ record }: { record: Measurement }) {
  const t = useText();
  const person = [
    record.companyName,
    record.memberNo,
    record.sex === null ? undefined : textIfKnown(`sex.${record.sex}`),
    record.age === null ? undefined : t('measurement.atAge', { age: record.age }),
  ];
  return (
    <Stack gap="lg">
      <div>
        {record.memberId === null ? (
          <Text fw={600}>{t('measurement.nobody')}</Text>
        ) : (
          <Anchor component={Link} to={`${MEMBERS_PATH}/${String(record.memberId)}`} fw={600}>
            {record.memberName}
          </Anchor>
        )}
        {record.trial && (
          <Badge ml="xs" variant="light" color="gray">
            {t('measurement.trial')}
          </Badge>
        )}
        <Text size="sm" c="dimmed">
          <Dotted parts={person} />
        </Text>
        <Text size="sm" c="dimmed">
          {t('measurement.measuredAt')}{' '}
          <time dateTime={record.measuredAt}>{formatDateTime(record.measuredAt)}</time>
        </Text>
      </div>
      <Section title="measurement.body" fields={BODY} record={record} />
      <Section title="measurement.pressure" fields={PRESSURE} record={record} />
      {record.unusual.length > 0 && (
        <Text size="sm">
          {t('measurement.unusual')}: {record.unusual.map(labelOf(t)).join(', ')}
        </Text>
      )}
      <Section title="measurement.rules" fields={RULES} record={record} />
      <Text size="sm" c="dimmed">
        {t('measurement.inputs')}
      </Text>
    </Stack>
  );
}

/** The name of a field as its form has it. */
function labelOf(t: ReturnType<typeof useText>) {
  return (name: string): string => {
    const field = [...BODY, ...PRESSURE].find((one) => one.name === name);
    return field === undefined ? name : t(field.label);
  };
}

interface SectionProps {
  title: MessageKey;
  fields: readonly AnyField<Measurement>[];
  record: Measurement;
}

function Section({ title, fields, record }: SectionProps) {
  const t = useText();
  return (
    <section>
      <Text component="h3" fw={600} size="sm" m={0}>
        {t(title)}
      </Text>
      <FieldList fields={fields} record={record} />
    </section>
  );
}
