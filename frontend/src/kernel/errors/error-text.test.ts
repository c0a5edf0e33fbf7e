import { describe, expect, it } from 'vitest';
import { refusal } from '~/kernel/testing/fake-server';
import { errorText, fieldErrorText, fieldOf, reasonText } from './error-text';

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

describe('what is wrong with a field', () => {
  const told = (path: string, code: string) => fieldErrorText({ path, code, params: {} });

  it('is said in the field’s own words where it has some', () => {
    expect(told('divisionId', 'notFound')).toBe('이 회원의 업체에 없는 부서입니다.');
    expect(told('companyId', 'notFound')).toBe('해당하는 자료가 없습니다.');
    expect(told('parentCompanyId', 'hasDependents')).toBe(
      '하위 업체나 회원, 계정이 있어 옮길 수 없습니다.',
    );
  });

  it('is about the field of the form, whichever part of it is wrong', () => {
    const of = (path: string) => fieldOf({ path, code: 'type', params: {} });
    expect(['name', 'serviceIds[0]', 'names[1].language'].map(of)).toEqual([
      'name',
      'serviceIds',
      'names',
    ]);
  });

  it('is said in place of the whole, where there is such a field', () => {
    const fields = [{ path: 'name', code: 'required', params: {} }];
    expect(reasonText(refusal(10002, 422, { fields }))).toBe('필수 입력 항목입니다.');
    expect(reasonText(refusal(10002, 422))).toBe('입력한 내용을 확인해주세요.');
  });

  it('is never a bare code', () => {
    expect(told('name', 'ofALaterVersion')).toBe('올바르지 않은 값입니다.');
  });
});
