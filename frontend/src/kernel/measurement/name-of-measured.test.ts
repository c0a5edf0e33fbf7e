import { describe, expect, it } from 'vitest';
import { nameOfMeasured, withTime } from './name-of-measured';

const MEASURED = {
  memberId: 7,
  memberName: '김하늘',
  companyName: '가온 건강',
  measuredAt: '2026-11-20T10:30:00+09:00',
};

describe('a measurement is called', () => {
  it('by its person', () => {
    expect(nameOfMeasured(MEASURED)).toBe('김하늘');
  });

  it('by its person and its time before it is removed: nobody is to fear for the person', () => {
    expect(withTime(MEASURED)).toBe('김하늘 (2026-11-20 10:30)');
  });

  it('by what it is and its time, where its person is not known', () => {
    const nobodys = { ...MEASURED, memberId: null, memberName: null };
    expect(nameOfMeasured(nobodys)).toMatch(/^회원이 확인되지 않은 측정 \(2026.*10:30.*\)$/);
    expect(nameOfMeasured({ ...nobodys, companyName: null })).toMatch(/^앱 사용자의 측정 \(/);
  });
});
