// The detail of a screening: its result and reasons, its parts, and the person's earlier results.
// It is not a diagnosis.
import { Group, Stack, Text } from '@mantine/core';
import { GradeBadge } from '~/kernel/grade/grade-badge';
import { formatNumber } from '~/kernel/i18n/format';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { Section } from '~/kernel/measurement/section';
import { Marks } from '~/kernel/measurement/marks';
import { PersonHead } from '~/kernel/measurement/person-head';
import { Reason } from '~/kernel/measurement/why';
import { FieldList } from '~/kernel/resource/field-list';
import { AnswerTable } from './answer-table';
import { ABOUT, CUT, type DementiaScreening } from './dementia-fields';
import { DementiaTrend } from './dementia-trend';
import { MAX_SCORES, POINTS } from './instruments';
import { NoDiagnosis } from './no-diagnosis';
import { PointsTable } from './points-table';

const LABELS = { educationYears: 'dementia.educationYears' } as const;

export function DementiaDetail({ record }: { record: DementiaScreening }) {
  const t = useText();
  const { instrument, answers, memberId, why = [] } = record;
  const hasPoints = POINTS.some(({ name }) => record[name] !== null);
  return (
    <Stack gap="lg">
      <PersonHead record={record} kind="DEMENTIA" id={record.dementiaScreeningId} />
      <Marks {...record} labels={LABELS} />
      <NoDiagnosis />
      <Section title="dementia.result">
        <Group gap="sm" align="center">
          <Text fw={600}>{t(`dementia.instrument.${instrument}`)}</Text>
          {record.score !== null && (
            <Text fw={600}>
              {t('dementia.scoreOf', {
                score: formatNumber(record.score),
                most: formatNumber(MAX_SCORES[instrument]),
              })}
            </Text>
          )}
          {record.outcome !== null && <GradeBadge scale="screening" grade={record.outcome} />}
        </Group>
        {record.outcome === null && (
          <Text size="sm" c="dimmed" mt={4}>
            {t(ungraded(record))}
          </Text>
        )}
        <FieldList fields={[CUT, ...ABOUT]} record={record} />
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
      {why.length > 0 && (
        <Section title="measurement.rules">
          {why.map((reason) => (
            <Reason
              key={reason.indicator}
              title={t(`dementia.instrument.${instrument}`)}
              scale="screening"
              why={reason}
            />
          ))}
        </Section>
      )}
    </Stack>
  );
}

/** Returns why there is no result. */
function ungraded({ score, age, educationYears, ruleVersion }: DementiaScreening): MessageKey {
  if (score === null) return 'dementia.ungraded.parts';
  if (educationYears === null) return 'dementia.ungraded.education';
  if (age === null) return 'dementia.ungraded.age';
  return ruleVersion === null ? 'dementia.ungraded.noNorms' : 'dementia.ungraded.noCell';
}
