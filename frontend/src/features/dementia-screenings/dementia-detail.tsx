// One screening: what it says and by which cut, its parts, and how the person did before. It is no diagnosis.
import { Group, Stack, Text } from '@mantine/core';
import { GradeBadge } from '~/kernel/grade/grade-badge';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { Section } from '~/kernel/measurement/section';
import { Marks } from '~/kernel/measurement/marks';
import { PersonHead } from '~/kernel/measurement/person-head';
import { FieldList } from '~/kernel/resource/field-list';
import { AnswerTable } from './answer-table';
import { ABOUT, type DementiaScreening } from './dementia-fields';
import { DementiaTrend } from './dementia-trend';
import { MOST, POINTS } from './instruments';
import { NoDiagnosis } from './no-diagnosis';
import { PointsTable } from './points-table';

const LABELS = { educationYears: 'dementia.educationYears' } as const;

export function DementiaDetail({ record }: { record: DementiaScreening }) {
  const t = useText();
  const { instrument, answers, memberId } = record;
  const hasPoints = POINTS.some(({ name }) => record[name] !== null);
  return (
    <Stack gap="lg">
      <PersonHead record={record} kind="DEMENTIA" id={record.dementiaScreeningId} />
      <Marks unusual={record.unusual} trial={record.trial} labels={LABELS} />
      <NoDiagnosis />
      <Section title="dementia.result">
        <Group gap="sm" align="center">
          <Text fw={600}>{t(`dementia.instrument.${instrument}`)}</Text>
          {record.score !== null && (
            <Text fw={600}>
              {t('dementia.scoreOf', {
                score: formatNumber(record.score),
                most: formatNumber(MOST[instrument]),
              })}
            </Text>
          )}
          {record.outcome !== null && <GradeBadge scale="screening" grade={record.outcome} />}
        </Group>
        <Text size="sm" c="dimmed" mt={4}>
          <Reason record={record} />
        </Text>
        <FieldList fields={ABOUT} record={record} />
      </Section>
      {hasPoints && (
        <Section title="dementia.domains">
          <PointsTable record={record} />
        </Section>
      )}
      {answers.length > 0 && (
        <Section title="dementia.answers">
          <AnswerTable answers={answers} />
        </Section>
      )}
      {memberId !== null && (
        <DementiaTrend
          key={`${String(memberId)} ${instrument}`}
          memberId={memberId}
          instrument={instrument}
        />
      )}
    </Stack>
  );
}

/** By which cut it says so, or why it says nothing. */
function Reason({ record }: { record: DementiaScreening }) {
  const t = useText();
  const { instrument, score, outcome, cut, age, educationYears, ruleVersion } = record;
  if (outcome !== null && cut !== null) {
    if (instrument !== 'CIST') return t(`dementia.cutOf.${instrument}`, { cut });
    return t('dementia.cutOf.CIST', {
      cut,
      age: age ?? 0,
      years: educationYears ?? 0,
      version: ruleVersion ?? 0,
    });
  }
  if (score === null) return t('dementia.ungraded.parts');
  if (educationYears === null) return t('dementia.ungraded.education');
  if (age === null) return t('dementia.ungraded.age');
  return t(ruleVersion === null ? 'dementia.ungraded.noNorms' : 'dementia.ungraded.noCell');
}
