// The answers of the survey before a stress measurement, and those that may have influenced the
// result. They are a caution for the reader: the result is not corrected.
import { Alert, Stack, Text } from '@mantine/core';
import type { Answer } from '~/domain/client';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { formatMeasure } from '~/kernel/i18n/units';
import { FieldList } from '~/kernel/resource/field-list';
import { ErrorIcon } from '~/ui/icons';
import { answeredBefore } from './pre-survey';
import classes from './pre-survey-answers.module.css';
import { Section } from './section';

type StressMeasurement = Answer<'GetStressMeasurement'>;
type Influence = NonNullable<StressMeasurement['influences']>[number];

/** The citation of each guideline. */
const SOURCES: Record<Influence['source'], string> = {
  LABORDE_2017: 'Laborde 2017',
  HIRSHKOWITZ_2015: 'Hirshkowitz 2015',
  BENOWITZ_2009: 'Benowitz 2009',
};

export function PreSurveyAnswers({ record }: { record: StressMeasurement }) {
  const t = useText();
  const answered = answeredBefore(record);
  return (
    <Section title="stress.before" heading="h2">
      {answered.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('stress.noSurvey')}
        </Text>
      ) : (
        <Stack gap="sm">
          <Influences influences={record.influences ?? []} />
          <FieldList fields={answered} record={record} />
        </Stack>
      )}
    </Section>
  );
}

function Influences({ influences }: { influences: readonly Influence[] }) {
  const t = useText();
  if (influences.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('stress.noInfluences')}
      </Text>
    );
  }
  return (
    <Alert
      color="yellow"
      variant="light"
      py="xs"
      icon={<ErrorIcon size={18} stroke={1.6} aria-hidden />}
      title={t('stress.influences')}
    >
      <ul className={classes.influences}>
        {influences.map((influence) => (
          <li key={influence.factor}>
            {influenceText(influence)}{' '}
            <bdi className={classes.source}>{SOURCES[influence.source]}</bdi>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt={4}>
        {t('stress.influencesNotice')}
      </Text>
    </Alert>
  );
}

function influenceText({ factor, limit }: Influence): string {
  const values = limit === null ? undefined : { limit: formatMeasure(limit, 0, 'unit.hour') };
  return textIfKnown(`stress.influence.${factor}`, values) ?? factor;
}
