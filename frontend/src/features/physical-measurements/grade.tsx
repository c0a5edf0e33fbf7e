// Grades as badges. A sign beside the word says how serious it is, so that colour is never the only clue.
import { Badge, type MantineColor } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { choiceKind } from '~/kernel/field/choice-kind';
import { AscendingIcon, DescendingIcon, DoneIcon, ErrorIcon } from '~/ui/icons';

interface Look {
  color: MantineColor;
  icon: Icon;
}

const GOOD: Look = { color: 'teal', icon: DoneIcon };
const BELOW: Look = { color: 'blue', icon: DescendingIcon };
const RAISED: Look = { color: 'yellow', icon: AscendingIcon };
const HIGH: Look = { color: 'orange', icon: AscendingIcon };
const SERIOUS: Look = { color: 'red', icon: ErrorIcon };

function gradeKind(prefix: string, looks: Record<string, Look>) {
  return choiceKind({
    words: Object.keys(looks),
    prefix,
    multiple: true,
    show: (word, label) => {
      const look = looks[word];
      return look ? <GradeBadge look={look} label={label} /> : label;
    },
  });
}

function GradeBadge({ look, label }: { look: Look; label: string }) {
  const Shape = look.icon;
  return (
    <Badge
      variant="light"
      color={look.color}
      radius="sm"
      tt="none"
      fw={600}
      leftSection={<Shape size={13} stroke={2} aria-hidden />}
    >
      {label}
    </Badge>
  );
}

export const bmiGradeKind = gradeKind('grade.bmi', {
  UNDERWEIGHT: BELOW,
  NORMAL: GOOD,
  OVERWEIGHT: RAISED,
  OBESITY_1: HIGH,
  OBESITY_2: SERIOUS,
});

export const bloodPressureGradeKind = gradeKind('grade.bloodPressure', {
  NORMAL: GOOD,
  PRE_STAGE: RAISED,
  STAGE_1: HIGH,
  STAGE_2: SERIOUS,
});

export const bodyFatGradeKind = gradeKind('grade.bodyFat', {
  BELOW_STANDARD: BELOW,
  STANDARD: GOOD,
  ABOVE_STANDARD: HIGH,
});

export const bloodPressureClassKind = choiceKind({
  words: ['NORMAL', 'ELEVATED', 'PREHYPERTENSION', 'HYPERTENSION_1', 'HYPERTENSION_2'],
  prefix: 'grade.class',
});
