import { describe, expect, it, vi } from 'vitest';
import { choiceKind } from '~/kernel/field/choice-kind';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { phoneKind } from '~/kernel/field/text-kind';
import { readListState } from '~/kernel/url/list-state';
import type { AnyField } from './definition';
import { checkedFilters } from './list-query';
import { keptQuery } from './views';

const fields: AnyField<object>[] = [
  { name: 'phoneNumber', label: 'member.phone', kind: phoneKind, filter: ['phoneNumber'] },
  { name: 'age', label: 'member.age', kind: numberKind(), filter: ['minAge', 'maxAge'] },
  {
    name: 'createdAt',
    label: 'member.createdAt',
    kind: dateTimeKind,
    filter: ['startCreatedAt', 'endCreatedAt'],
  },
];

const check = (search: string) =>
  checkedFilters(
    { fields, filterForm: 'MemberFilter' },
    readListState(new URLSearchParams(search)),
  );

describe('a period that is told by today', () => {
  const asked = 'startCreatedAt=today-6&endCreatedAt=today';

  it('is asked for by its days, and kept by a view as it is told', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T09:00:00+09:00') });
    try {
      const days = { startCreatedAt: '2026-11-20', endCreatedAt: '2026-11-26' };
      expect(check(asked)).toEqual({ query: days, errors: {} });
      const list = { key: 'people', path: '/people', fields, filterForm: 'MemberFilter' };
      const kept = keptQuery(list, new URLSearchParams(asked)) ?? '';
      expect(kept).toBe(asked);
      vi.setSystemTime(new Date('2026-12-01T00:00:00+09:00'));
      const later = { startCreatedAt: '2026-11-25', endCreatedAt: '2026-12-01' };
      expect(check(kept).query).toEqual(later);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the filters of a list', () => {
  it('are sent in the types that the server wants', () => {
    expect(check('minAge=20&phoneNumber=010-1234-5678').query).toEqual({
      minAge: 20,
      phoneNumber: '010-1234-5678',
    });
  });

  it('say what is wrong with one of them', () => {
    expect(check('phoneNumber=01&minAge=20').errors).toEqual({
      phoneNumber: '전화번호를 010-1234-5678처럼 입력해주세요.',
    });
  });

  it('say what is wrong with one value of several', () => {
    const kind = choiceKind({ words: ['30'], prefix: 'decade', multiple: true, numeric: true });
    const decades = [
      { name: 'ageDecades', label: 'measurement.decade', kind, filter: ['ageDecades'] },
    ] as const;
    const { errors } = checkedFilters(
      { fields: decades, filterForm: 'HeartRateMeasurementFilter' },
      readListState(new URLSearchParams('ageDecades=30&ageDecades=999')),
    );
    expect(errors).toEqual({ ageDecades: '130 이하여야 합니다.' });
  });

  it('say that a day does not exist', () => {
    expect(Object.keys(check('startCreatedAt=1992-13-45').errors)).toEqual(['startCreatedAt']);
  });

  it('say when a period ends before it starts', () => {
    const { errors } = check('startCreatedAt=2026-02-01&endCreatedAt=2026-01-01');
    expect(Object.keys(errors)).toEqual(['endCreatedAt']);
  });
});
