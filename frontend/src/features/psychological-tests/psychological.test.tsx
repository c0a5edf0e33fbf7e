import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Why } from '~/kernel/measurement/why';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { PsychologicalDetail } from './psychological-detail';
import type { PsychologicalTest } from './psychological-fields';
import { formatResult } from './result-kind';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/domain/time', () => ({ today: () => '2026-11-20' }));
vi.mock('~/domain/grade', () => ({ gradeOf: () => 'GOOD' }));
vi.mock('~/kernel/chart/drawing', () => ({ default: () => <div data-testid="drawing" /> }));

const CLASS: Why = {
  indicator: 'PSS_10',
  grade: 'HIGH',
  ruleSet: 'mind-kr',
  ruleVersion: 1,
  standing: 'PUBLISHED',
  source: 'PSS_10',
  unit: '{score}',
  value: 27,
  convertedFrom: null,
  raw: 27,
  lower: { cut: 27, inclusive: true },
  upper: null,
  sex: null,
  ageFrom: 0,
  ageTo: null,
  educationFrom: null,
  educationTo: null,
};
const GRADE: Why = {
  ...CLASS,
  indicator: 'STRESS',
  grade: 'WARNING',
  standing: 'CONVENTION',
  source: 'PRODUCT',
  value: 67.5,
  convertedFrom: 'PSS_10',
  lower: { cut: 67.5, inclusive: true },
  upper: { cut: 82.5, inclusive: false },
};

function psychologicalTest(changes: Partial<PsychologicalTest> = {}): PsychologicalTest {
  return {
    psychologicalTestId: 7,
    memberId: 1,
    memberNo: 'A1',
    memberName: '김하나',
    companyId: 3,
    companyName: '한빛 건강센터',
    measuredAt: '2026-11-01T09:00:00+09:00',
    measuredAtOffset: 540,
    receivedAt: '2026-11-01T09:00:00+09:00',
    sex: 'FEMALE',
    age: 46,
    instrument: 'PSS_10',
    result: 27,
    score: 67.5,
    grade: 'WARNING',
    why: [GRADE, CLASS],
    unusual: [],
    farFromLast: [],
    importJobId: null,
    trial: false,
    serviceId: null,
    externalDeviceId: null,
    updatedAt: '2026-11-01T09:00:00+09:00',
    version: 1,
    sourceId: null,
    ruleSet: 'mind-kr',
    ruleVersion: 1,
    can: { update: { allowed: true, reason: null }, delete: { allowed: true, reason: null } },
    ...changes,
  };
}

function open(record: PsychologicalTest, history: PsychologicalTest[] = [record]): void {
  server = new FakeServer({ ListPsychologicalTests: () => pageOf(history) });
  renderRoutes([{ path: '/', element: <PsychologicalDetail record={record} /> }], '/');
}

describe('one psychological test', () => {
  it('says why it has its grade, from what it was converted, and its published class', () => {
    open(psychologicalTest());
    expect(screen.getByText('스트레스')).toBeVisible();
    expect(screen.getByText('PSS-10 27에서 환산')).toBeVisible();
    expect(screen.getByText('높은 스트레스')).toBeVisible();
    expect(screen.getByText('공개된 임상 기준')).toBeVisible();
  });

  it('shows how the person did before by the same instrument', async () => {
    const before = psychologicalTest({
      psychologicalTestId: 6,
      measuredAt: '2025-11-01T09:00:00+09:00',
      result: 13,
      score: 32.5,
      grade: 'GOOD',
    });
    open(psychologicalTest(), [psychologicalTest(), before]);
    const table = await screen.findByRole('table', { name: /PSS-10 점수 변화/ });
    const rows = within(table).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      '2026-11-01 09:002767.5경고',
      '2025-11-01 09:001332.5양호',
    ]);
  });
});

describe('a result', () => {
  it('has the decimals that it has', () => {
    expect([27, 2.8, 2.54, null].map(formatResult)).toEqual(['27', '2.8', '2.54', '–']);
  });
});
