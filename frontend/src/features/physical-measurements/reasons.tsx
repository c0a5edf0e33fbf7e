// Explains the grades of a physical measurement. For blood pressure it explains both pressures, of
// which the worse counts.
import { Stack, Text } from '@mantine/core';
import type { GradeScale } from '~/kernel/grade/grade-scales';
import { textIfKnown, useText, type MessageKey } from '~/kernel/i18n/i18n';
import { Reason, type Why } from '~/kernel/measurement/why';
import type { Measurement } from './measurement-fields';

const GRADED: Partial<Record<Why['indicator'], { title: MessageKey; scale?: GradeScale }>> = {
  BMI: { title: 'measurement.bmi', scale: 'bmi' },
  SYSTOLIC_PRESSURE: { title: 'measurement.systolic' },
  DIASTOLIC_PRESSURE: { title: 'measurement.diastolic' },
  BODY_FAT: { title: 'measurement.bodyFat', scale: 'bodyFat' },
};

/** Each has a class of the society's guideline; the combined grade is the product's. */
const PRESSURES: readonly Why['indicator'][] = ['SYSTOLIC_PRESSURE', 'DIASTOLIC_PRESSURE'];

/** The rules are those for adults. */
const ADULT = 19;

/** Returns why a value has no grade although it was measured. */
function withoutGrade(record: Measurement): MessageKey[] {
  const { age, bmi, bmiGrade, systolic, diastolic, bloodPressureGrade, setting } = record;
  const hasPressure = systolic !== null && diastolic !== null && bloodPressureGrade === null;
  const isMinor =
    age !== null && age < ADULT && ((bmi !== null && bmiGrade === null) || hasPressure);
  return [
    ...(hasPressure && setting === 'HOME' ? ['measurement.whyNotHome' as const] : []),
    ...(isMinor ? ['measurement.whyNotMinor' as const] : []),
  ];
}

export function Reasons({ record }: { record: Measurement }) {
  const t = useText();
  const { why = [] } = record;
  return (
    <Stack gap="xs" mb="xs">
      {why.map((reason) => {
        const { title, scale } = GRADED[reason.indicator] ?? {};
        if (title === undefined) return null;
        return scale === undefined ? (
          <Reason
            key={reason.indicator}
            title={t(title)}
            badge={textIfKnown(`grade.class.${reason.grade}`) ?? reason.grade}
            why={reason}
          />
        ) : (
          <Reason key={reason.indicator} title={t(title)} scale={scale} why={reason} />
        );
      })}
      {why.some(({ indicator }) => PRESSURES.includes(indicator)) && (
        <Text size="sm" c="dimmed">
          {t('measurement.pressureConvention')}
        </Text>
      )}
      {withoutGrade(record).map((reason) => (
        <Text key={reason} size="sm" c="dimmed">
          {t(reason)}
        </Text>
      ))}
    </Stack>
  );
}
