// Explains the grades of a measurement, and the published class of each questionnaire.
import { Stack, Text } from '@mantine/core';
import type { GradeScale } from '~/kernel/grade/grade-scales';
import { useText } from '~/kernel/i18n/i18n';
import { Section } from '~/kernel/measurement/section';
import { conversionOf, indicatorName, publishedClass } from '~/kernel/measurement/instruments';
import { Reason, type Why } from '~/kernel/measurement/why';
import type { StressMeasurement } from './stress-fields';

const SCALES: Partial<Record<Why['indicator'], GradeScale>> = {
  STRESS: 'health',
  ANXIETY: 'health',
  BURNOUT: 'health',
  LETHARGY: 'lethargy',
};

export function Reasons({ record }: { record: StressMeasurement }) {
  const t = useText();
  const why = record.why ?? [];
  const graded = why.filter(({ indicator }) => SCALES[indicator] !== undefined);
  const classed = why.filter(({ indicator }) => SCALES[indicator] === undefined);
  return (
    <Stack gap="lg">
      {graded.length > 0 && (
        <Section title="measurement.rules" heading="h2">
          <Stack gap="xs">
            {graded.map((reason) => (
              <Reason
                key={reason.indicator}
                title={indicatorName(reason.indicator)}
                scale={SCALES[reason.indicator] ?? 'health'}
                why={reason}
                converted={conversionOf(reason)}
              />
            ))}
          </Stack>
        </Section>
      )}
      {classed.length > 0 && (
        <Section title="stress.questionnaires" heading="h2">
          <Stack gap="xs">
            {classed.map((reason) => (
              <Reason
                key={reason.indicator}
                title={indicatorName(reason.indicator)}
                badge={publishedClass(reason)}
                why={reason}
              />
            ))}
          </Stack>
        </Section>
      )}
      <Text size="sm" c="dimmed">
        {t('stress.rulesNotice')}
      </Text>
    </Stack>
  );
}
