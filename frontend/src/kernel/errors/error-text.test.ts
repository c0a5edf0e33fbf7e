import { describe, expect, it } from 'vitest';
import { refusal } from '~/kernel/testing/fake-server';
import { errorText } from './error-text';

describe('being told that one asked too often', () => {
  const told = (retryAfter?: number) =>
    errorText(Object.assign(refusal(10011, 429), retryAfter === undefined ? {} : { retryAfter }));

  it('says when to come back, in words and not too early', () => {
    expect(told(301)).toBe('요청이 너무 많습니다. 6분 후 다시 시도해주세요.');
    expect(told(40)).toBe('요청이 너무 많습니다. 40초 후 다시 시도해주세요.');
    expect(told(7201)).toBe('요청이 너무 많습니다. 3시간 후 다시 시도해주세요.');
  });

  it('says to wait where nobody knows for how long', () => {
    expect(told()).toBe('요청이 너무 많습니다. 잠시 후 다시 시도해주세요.');
  });
});
