import { expect, it } from 'vitest';
import { formatShare } from './format-share';

it.each([
  [0, '0%'],
  [0.004, '0.4%'],
  [0.014, '1%'],
  [0.996, '99.6%'],
  [1, '100%'],
  [2.5, '250%'],
])('%s is %s, so that few are not none and almost all not all', (share, words) => {
  expect(formatShare(share)).toBe(words);
});
