// The scale of a score from 0 to 100: every grade with its bounds, as the rules have them that graded it, and which one
// the score has.
import { GradeBadge } from '~/kernel/grade/grade-badge';
import type { GradeScale } from '~/kernel/grade/grade-look';
import { leftToRight, useText } from '~/kernel/i18n/i18n';
import classes from './score-scale.module.css';
import { intervalOf, type Why } from './why-interval';

interface ScoreScaleProps {
  /** What was graded. */
  title: string;
  scale: GradeScale;
  why: Why;
}

export function ScoreScale({ title, scale, why }: ScoreScaleProps) {
  const t = useText();
  const steps = why.scale ?? [];
  if (steps.length === 0) return null;
  return (
    <ol className={classes.scale} aria-label={t('measurement.scaleOf', { name: title })}>
      {steps.map(({ grade, lower, upper }) => (
        <li key={grade} aria-current={grade === why.grade ? 'true' : undefined}>
          <GradeBadge scale={scale} grade={grade} />
          <bdi>{leftToRight(intervalOf({ lower, upper, unit: why.unit }))}</bdi>
        </li>
      ))}
    </ol>
  );
}
