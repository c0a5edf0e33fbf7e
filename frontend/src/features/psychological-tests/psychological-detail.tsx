// The detail of a psychological test: its result, score, grade and reasons, and the person's
// earlier results with the same instrument.
import { Stack, Text } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { conversionOf, indicatorName, publishedClass } from '~/kernel/measurement/instruments';
import { Marks } from '~/kernel/measurement/marks';
import { PersonHead } from '~/kernel/measurement/person-head';
import { Reason } from '~/kernel/measurement/why';
import { Section } from '~/kernel/measurement/section';
import { FieldList } from '~/kernel/resource/field-list';
import { VALUES, type PsychologicalTest } from './psychological-fields';
import { PsychologicalTrend } from './psychological-trend';

export function PsychologicalDetail({ record }: { record: PsychologicalTest }) {
  const t = useText();
  const { instrument, memberId, why = [] } = record;
  return (
    <Stack gap="lg">
      <PersonHead record={record} kind="PSYCHOLOGICAL" id={record.psychologicalTestId} />
      <Marks {...record} labels={{}} />
      <FieldList fields={VALUES} record={record} />
      {memberId !== null && (
        <PsychologicalTrend
          key={`${String(memberId)} ${instrument}`}
          memberId={memberId}
          instrument={instrument}
        />
      )}
      <Section title="measurement.rules">
        <Stack gap="xs">
          {why.map((reason) =>
            reason.indicator === instrument ? (
              <Reason
                key={reason.indicator}
                title={t('psychological.classes')}
                badge={publishedClass(reason)}
                why={reason}
              />
            ) : (
              <Reason
                key={reason.indicator}
                title={indicatorName(reason.indicator)}
                scale="health"
                why={reason}
                converted={conversionOf(reason)}
              />
            ),
          )}
          <Text size="sm" c="dimmed">
            {t('psychological.rulesNotice')}
          </Text>
        </Stack>
      </Section>
    </Stack>
  );
}
