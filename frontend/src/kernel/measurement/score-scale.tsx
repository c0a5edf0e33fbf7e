// The scale of a score from 0 to 100: every grade with its bounds by the rules that graded it, and
// the grade of the score. The scale runs from left to right in every language; its texts keep their
// own direction.
import { useDirection } from '@mantine/core';
import { GradeBadge } from '~/kernel/grade/grade-badge';
import type { GradeScale } from '~/kernel/grade/grade-scales';
import { leftToRight, useText } from '~/kernel/i18n/i18n';
import classes from './score-scale.module.css';
import { intervalOf, type Why } from './why-interval';

interface ScoreScaleProps {
  /** The graded indicator. */
  title: string;
  scale: GradeScale;
  why: Why;
}

export function ScoreScale({ title, scale, why }: ScoreScaleProps) {
  const t = useText();
  const { dir } = useDirection();
  const steps = why.scale ?? [];
  if (steps.length === 0) return null;
  return (
    <ol className={classes.scale} dir="ltr" aria-label={t('measurement.scaleOf', { name: title })}>
      {steps.map(({ grade, lower, upper }) => (
        <li key={grade} dir={dir} aria-current={grade === why.grade ? 'true' : undefined}>
          <GradeBadge scale={scale} grade={grade} />
          <bdi>{leftToRight(intervalOf({ lower, upper, unit: why.unit }))}</bdi>
        </li>
      ))}
    </ol>
  );
}
