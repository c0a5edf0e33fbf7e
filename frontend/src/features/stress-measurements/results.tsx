// The results of a measurement: a card for each indicator, the questionnaires, and the preceding
// survey.
import { Stack } from '@mantine/core';
import { NOTHING } from '~/kernel/field/nothing';
import { GradeBadge } from '~/kernel/grade/grade-badge';
import type { GradeScale } from '~/kernel/grade/grade-scales';
import { formatNumber } from '~/kernel/i18n/format';
import { textIfKnown, useText, type MessageKey } from '~/kernel/i18n/i18n';
import { PreSurveyAnswers } from '~/kernel/measurement/pre-survey-answers';
import { Section } from '~/kernel/measurement/section';
import { valueOf } from '~/kernel/resource/definition';
import { FieldList } from '~/kernel/resource/field-list';
import classes from './results.module.css';
import { QUESTIONNAIRES, type StressField, type StressMeasurement } from './stress-fields';

export function Results({ record }: { record: StressMeasurement }) {
  return (
    <Stack gap="lg">
      <Section title="stress.indicators" heading="h2">
        <ul className={classes.cards}>
          <IndicatorCard
            label="indicator.STRESS"
            scale="health"
            score={record.stressScore}
            grade={record.stressGrade}
            instrument={record.stressInstrument}
          />
          <IndicatorCard
            label="indicator.ANXIETY"
            scale="health"
            score={record.anxietyScore}
            grade={record.anxietyGrade}
            instrument={record.anxietyGrade === null ? null : 'GAD_7'}
          />
          <IndicatorCard
            label="indicator.BURNOUT"
            scale="health"
            score={record.burnoutScore}
            grade={record.burnoutGrade}
            instrument={record.burnoutInstrument}
          />
          <IndicatorCard
            label="indicator.LETHARGY"
            scale="lethargy"
            score={record.activationScore}
            grade={record.lethargyGrade}
            instrument={null}
          />
        </ul>
      </Section>
      <Answered title="stress.questionnaires" fields={QUESTIONNAIRES} record={record} />
      <PreSurveyAnswers record={record} />
    </Stack>
  );
}

interface IndicatorCardProps {
  label: MessageKey;
  scale: GradeScale;
  score: number | null;
  grade: string | null;
  instrument: string | null;
}

function IndicatorCard({ label, scale, score, grade, instrument }: IndicatorCardProps) {
  const t = useText();
  return (
    <li className={classes.card}>
      <span className={classes.name}>{t(label)}</span>
      <bdi className={classes.figure}>{score === null ? NOTHING : formatNumber(score, 1)}</bdi>
      {grade !== null && (
        <span>
          <GradeBadge scale={scale} grade={grade} />
        </span>
      )}
      {instrument !== null && (
        <span className={classes.name}>{textIfKnown(`indicator.${instrument}`)}</span>
      )}
      {/* The score rises where lethargy falls. */}
      {scale === 'lethargy' && score !== null && (
        <span className={classes.name}>{t('stress.activationScore')}</span>
      )}
    </li>
  );
}

/** Only the questions asked. Renders nothing if there were none. */
function Answered({
  title,
  fields,
  record,
}: {
  title: MessageKey;
  fields: readonly StressField[];
  record: StressMeasurement;
}) {
  const isThere = (value: unknown) =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined;
  const answered = fields.filter((field) => isThere(valueOf(field, record)));
  if (answered.length === 0) return null;
  return (
    <Section title={title} heading="h2">
      <FieldList fields={answered} record={record} />
    </Section>
  );
}
