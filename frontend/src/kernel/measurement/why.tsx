// Explains a grade: the graded value, its interval, the source of the bounds and the version since
// when they apply. Scores also show the whole scale.
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { GradeBadge } from '~/kernel/grade/grade-badge';
import type { GradeScale } from '~/kernel/grade/grade-scales';
import { leftToRight, text, textIfKnown, useText } from '~/kernel/i18n/i18n';
import { formatMeasure, type Unit } from '~/kernel/i18n/units';
import { Dotted } from '~/ui/dotted';
import { ToneBadge } from '~/ui/tone-badge';
import { ScoreScale } from './score-scale';
import { decimalsOf, intervalOf, type Why } from './why-interval';

export type { Why };

/** The console's units for the UCUM units of the rules. */
const UNITS: Partial<Record<string, Unit>> = {
  '[diop]': 'unit.dioptre',
  '/min': 'unit.beatsPerMinute',
  'mm[Hg]': 'unit.millimetreOfMercury',
  '%': 'unit.percent',
};

/** Names of sources that are the same in every language. All others have a text. */
const SOURCES: Partial<Record<Why['source'], string>> = {
  WHO_ASIA_PACIFIC_2000: 'WHO 2000 · KSSO 2018',
  KSH_2018: 'KSH 2018',
  PSS_10: 'Cohen 1983',
  BEPSI_K: 'BEPSI-K',
  GAD_7: 'Spitzer 2006',
  CBI: 'Kristensen 2005',
  BAT_12: 'BAT-12',
  ICD_11: 'ICD-11 9D90',
  IMI_2019: 'IMI 2019',
  KDSQ: 'KDSQ',
  MMSE_KC: 'MMSE-KC',
  ACC_AHA_2017: 'ACC/AHA 2017 · KSH',
  NEWS_2: 'NEWS2',
};

/** Returns the name of a source. */
export function sourceName(source: Why['source']): string {
  return SOURCES[source] ?? textIfKnown(`measurement.source.${source}`) ?? source;
}

/** Returns the group of people that a rule applies to. Empty if it applies to everybody. */
export function targetGroupOf(rule: Pick<Why, 'sex' | 'ageFrom' | 'ageTo'>): string[] {
  const { sex, ageFrom, ageTo } = rule;
  return [
    ...(sex === null ? [] : [text(`sex.${sex}`)]),
    ...(ageTo !== null ? [text('measurement.whyAges', { from: ageFrom, to: ageTo })] : []),
    ...(ageTo === null && ageFrom > 0 ? [text('measurement.whyAge', { age: ageFrom })] : []),
  ];
}

/** Returns the education that a norm applies to. */
function educationOf({ educationFrom, educationTo }: Why): string | undefined {
  const from = educationFrom ?? 0;
  if (educationTo !== null) return text('measurement.whyEducation', { from, to: educationTo });
  return from > 0 ? text('measurement.whyEducationFrom', { from }) : undefined;
}

interface ReasonProps {
  /** The graded indicator. */
  title: string;
  scale?: GradeScale;
  /** The grade as a badge, if the product has no scale for it. */
  badge?: ReactNode;
  /** The scale that the value was converted from, if any. */
  converted?: string | false;
  why: Why;
}

export function Reason({ title, scale, badge, converted = false, why }: ReasonProps) {
  const t = useText();
  const unit = UNITS[why.unit];
  const parts = [
    t('measurement.whyValue', {
      value: formatMeasure(why.value, decimalsOf(why.value, why.unit), unit),
    }),
    converted === false ? undefined : converted,
    t('measurement.whyInterval', { interval: leftToRight(intervalOf(why)) }),
    ...targetGroupOf(why),
    educationOf(why),
    // The product's own bounds are stated next to the grade.
    why.source === 'PRODUCT' ? undefined : sourceName(why.source),
    t('measurement.whyVersion', { version: why.ruleVersion }),
  ];
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={550}>
          {title}
        </Text>
        {scale === undefined ? (
          <ToneBadge tone="neutral">{badge}</ToneBadge>
        ) : (
          <GradeBadge scale={scale} grade={why.grade} />
        )}
        <Text size="xs" c="dimmed">
          {textIfKnown(`measurement.standing.${why.standing}`)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        <Dotted parts={parts} />
      </Text>
      {scale !== undefined && <ScoreScale title={title} scale={scale} why={why} />}
    </div>
  );
}
