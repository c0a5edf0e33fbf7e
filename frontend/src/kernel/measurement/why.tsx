// Why a grade was given: what was graded, the interval it lies in, whose bounds these are and since which version; of a
// score also the whole scale.
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

/** Units of the rules (UCUM), as the console writes them. */
const UNITS: Partial<Record<string, Unit>> = {
  '[diop]': 'unit.dioptre',
  '/min': 'unit.beatsPerMinute',
  'mm[Hg]': 'unit.millimetreOfMercury',
  '%': 'unit.percent',
};

/** What a source is called everywhere; all others have a text. */
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
};

/** What a source is called. */
export function sourceName(source: Why['source']): string {
  return SOURCES[source] ?? textIfKnown(`measurement.source.${source}`) ?? source;
}

/** For whom a rule holds; nothing where it holds for everybody. */
export function whomOf(rule: Pick<Why, 'sex' | 'ageFrom' | 'ageTo'>): string[] {
  const { sex, ageFrom, ageTo } = rule;
  return [
    ...(sex === null ? [] : [text(`sex.${sex}`)]),
    ...(ageTo !== null ? [text('measurement.whyAges', { from: ageFrom, to: ageTo })] : []),
    ...(ageTo === null && ageFrom > 0 ? [text('measurement.whyAge', { age: ageFrom })] : []),
  ];
}

/** For which education a norm holds. */
function educationOf({ educationFrom, educationTo }: Why): string | undefined {
  const from = educationFrom ?? 0;
  if (educationTo !== null) return text('measurement.whyEducation', { from, to: educationTo });
  return from > 0 ? text('measurement.whyEducationFrom', { from }) : undefined;
}

interface ReasonProps {
  /** What was graded. */
  title: string;
  scale?: GradeScale;
  /** The grade in words, where it is on no scale of the product. */
  badge?: ReactNode;
  /** From what the value was converted, where it was. */
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
    ...whomOf(why),
    educationOf(why),
    // That it is the product's own stands beside the grade.
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
