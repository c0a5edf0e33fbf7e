import { expect, it } from 'vitest';
import { scoreName } from './score-name';

it('is that of the indicator, and what the score says if that is something else', () => {
  expect(scoreName('무기력', 'stress.activationScore')).toBe('무기력 · 활성도 점수');
  expect(scoreName('스트레스', undefined)).toBe('스트레스');
});
