// Why a measurement has its grades, and what each questionnaire says by its own published classes.
import { Stack, Text } from '@mantine/core';
import type { GradeScale } from '~/kernel/grade/grade-look';
import { formatNumber } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { Reason, type Why } from '~/kernel/measurement/why';
import { Section } from './results';
import type { StressMeasurement } from './stress-fields';

const SCALES: Partial<Record<Why['indicator'], GradeScale>> = {
  STRESS: 'health',
  ANXIETY: 'health',
  BURNOUT: 'health',
  LETHARGY: 'lethargy',
};

/** BEPSI-K has the classes of PSS-10, and every scale of CBI those of CBI. */
const CLASSES: Partial<Record<Why['indicator'], string>> = {
  BEPSI_K: 'PSS_10',
  CBI_PERSONAL: 'CBI',
  CBI_WORK: 'CBI',
  CBI_CLIENT: 'CBI',
};

export function Reasons({ record }: { record: StressMeasurement }) {
  const t = useText();
  const why = record.why ?? [];
  const name = (indicator: string) => textIfKnown(`indicator.${indicator}`) ?? indicator;
  const graded = why.filter(({ indicator }) => SCALES[indicator] !== undefined);
  const classed = why.filter(({ indicator }) => SCALES[indicator] === undefined);
  return (
    <Stack gap="lg">
      {graded.length > 0 && (
        <Section title="measurement.rules">
          <Stack gap="xs">
            {graded.map((reason) => {
              const { indicator, convertedFrom, raw } = reason;
              return (
                <Reason
                  key={indicator}
                  title={name(indicator)}
                  scale={SCALES[indicator] ?? 'health'}
                  why={reason}
                  converted={
                    convertedFrom !== null &&
                    t('measurement.whyConverted', {
                      instrument: name(convertedFrom),
                      value: formatNumber(raw),
                    })
                  }
                />
              );
            })}
          </Stack>
        </Section>
      )}
      {classed.length > 0 && (
        <Section title="stress.questionnaires">
          <Stack gap="xs">
            {classed.map((reason) => (
              <Reason
                key={reason.indicator}
                title={name(reason.indicator)}
                badge={textIfKnown(
                  `stress.class.${CLASSES[reason.indicator] ?? reason.indicator}.${reason.grade}`,
                )}
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
