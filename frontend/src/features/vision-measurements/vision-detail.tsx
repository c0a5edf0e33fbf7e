// The detail of a vision measurement: acuities, refraction, grades with reasons, and trends of both
// eyes.
import { Stack, Text } from '@mantine/core';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { Section } from '~/kernel/measurement/section';
import { Marks } from '~/kernel/measurement/marks';
import { PersonHead } from '~/kernel/measurement/person-head';
import { Reason } from '~/kernel/measurement/why';
import { belowZero } from '~/kernel/measurement/why-interval';
import { FieldList } from '~/kernel/resource/field-list';
import { AcuityTable } from './acuity-table';
import { RefractionTable } from './refraction-table';
import { GRADES, HOW, OTHERS, VALUES, type VisionMeasurement } from './vision-fields';
import { VisionTrend } from './vision-trend';

const LABELS: Partial<Record<string, MessageKey>> = Object.fromEntries(
  VALUES.map(({ name, label }) => [name, label]),
);

export function VisionDetail({ record }: { record: VisionMeasurement }) {
  return (
    <Stack gap="lg">
      <PersonHead record={record} kind="VISION" id={record.visionMeasurementId} />
      <Marks {...record} labels={LABELS} />
      <Section title="vision.acuity">
        <AcuityTable record={record} />
        <FieldList fields={[...GRADES, ...HOW]} record={record} />
      </Section>
      <Section title="vision.refraction">
        <RefractionTable record={record} />
      </Section>
      <Section title="vision.others">
        <FieldList fields={OTHERS} record={record} />
      </Section>
      {record.memberId !== null && <VisionTrend key={record.memberId} memberId={record.memberId} />}
      <Reasons record={record} />
    </Stack>
  );
}

/** For the better eye, the right and the left eye, as far as they have grades. */
function Reasons({ record }: { record: VisionMeasurement }) {
  const t = useText();
  const { why = [], rightMyopia } = record;
  const ofEyes = why.filter(({ indicator }) => indicator === 'MYOPIA');
  return (
    <Section title="measurement.rules">
      <Stack gap="xs">
        {why
          .filter(({ indicator }) => indicator === 'VISION')
          .map((reason) => (
            <Reason key="vision" title={t('vision.grade')} scale="vision" why={reason} />
          ))}
        {ofEyes.map((reason, index) => {
          const eye = index === 0 && rightMyopia !== null ? 'right' : 'left';
          const value = record[`${eye}SphericalEquivalent`] ?? -reason.value;
          return (
            <Reason
              key={eye}
              title={t(`vision.${eye}Myopia`)}
              scale="myopia"
              why={{ ...belowZero(reason), value }}
            />
          );
        })}
        <Text size="sm" c="dimmed">
          {t('vision.rulesNotice')}
        </Text>
      </Stack>
    </Section>
  );
}
