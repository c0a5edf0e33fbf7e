// The answers of KDSQ: points in the order of the items, without the items' wording.
import { lazyPart } from '~/kernel/code/lazy-part';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { leftToRight } from '~/kernel/i18n/i18n';
import { NOT_ANSWERED } from './instruments';

const AnswersInput = lazyPart<InputProps>(() => import('./answers-input'));

export function answersOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? (value as number[]) : [];
}

/** Returns the sum of all answers, or undefined if one is missing. */
export function sumOf(answers: readonly number[]): number | undefined {
  if (answers.length === 0 || answers.includes(NOT_ANSWERED)) return undefined;
  return answers.reduce((sum, points) => sum + points, 0);
}

function brief(value: unknown): string {
  const answers = answersOf(value);
  if (answers.length === 0) return NOTHING;
  return leftToRight(answers.map((points) => (points < 0 ? NOTHING : String(points))).join(' '));
}

export const answersKind: Kind = {
  show: brief,
  empty: [],
  wide: true,
  Input: (props) => <AnswersInput {...props} />,
};
