import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Why } from '~/kernel/measurement/why';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import AnswersInput from './answers-input';
import { sumOf } from './answers-kind';
import { DementiaDetail } from './dementia-detail';
import { PARTS, type DementiaScreening } from './dementia-fields';
import { normsText } from './norms-text';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/domain/time', () => ({ today: () => '2026-11-20' }));
vi.mock('~/kernel/chart/drawing', () => ({ default: () => <div data-testid="drawing" /> }));

const CIST: DementiaScreening = {
  dementiaScreeningId: 7,
  memberId: 1,
  memberNo: 'A1',
  memberName: '김하나',
  companyId: 3,
  companyName: '한빛',
  measuredAt: '2026-11-01T09:00:00+09:00',
  measuredAtOffset: 540,
  receivedAt: '2026-11-01T09:00:00+09:00',
  sex: 'FEMALE',
  age: 68,
  instrument: 'CIST',
  orientation: 5,
  attention: 3,
  visuospatial: 2,
  executive: 4,
  memory: 3,
  language: 3,
  answers: [],
  total: null,
  educationYears: 7,
  informant: null,
  score: 20,
  outcome: 'SUSPECTED',
  cut: 24,
  unusual: [],
  farFromLast: [],
  importJobId: null,
  trial: false,
  serviceId: null,
  externalDeviceId: null,
  updatedAt: '2026-11-01T09:00:00+09:00',
  version: 1,
  sourceId: null,
  ruleSet: 'cist-norms',
  ruleVersion: 2,
  can: { update: { allowed: true, reason: null }, delete: { allowed: true, reason: null } },
};

const BY_NORM: Why = {
  indicator: 'CIST',
  grade: 'SUSPECTED',
  ruleSet: 'cist-norms',
  ruleVersion: 2,
  standing: 'PUBLISHED',
  source: 'CIST_NORMS',
  unit: '{score}',
  value: 20,
  convertedFrom: null,
  raw: 20,
  lower: null,
  upper: { cut: 24, inclusive: false },
  sex: null,
  ageFrom: 60,
  ageTo: 69,
  educationFrom: 7,
  educationTo: 12,
};

const BY_CUT: Why = {
  ...BY_NORM,
  indicator: 'KDSQ_P',
  grade: 'FOLLOW_UP',
  ruleSet: 'cognition-kr',
  ruleVersion: 1,
  source: 'KDSQ',
  value: 6,
  raw: 6,
  lower: { cut: 4, inclusive: true },
  upper: null,
  ageFrom: 0,
  ageTo: null,
  educationFrom: null,
  educationTo: null,
};

function open(changes: Partial<DementiaScreening> = {}): void {
  const record = { ...CIST, ...changes };
  server = new FakeServer({ ListDementiaScreenings: () => pageOf([record]) });
  renderRoutes([{ path: '/', element: <DementiaDetail record={record} /> }], '/');
}

function rulesOf(): HTMLElement {
  const section = screen.getByRole('heading', { name: '판정 근거' }).parentElement;
  if (!section) throw new Error('no section');
  return section;
}

describe('one screening', () => {
  it('says by which norm it says so, that it is no diagnosis, and the points of each domain', () => {
    open({ why: [BY_NORM] });
    expect(screen.getAllByText('인지저하 의심')).toHaveLength(2);
    expect(screen.getByText(/진단이 아닙니다/)).toBeVisible();
    const rules = within(rulesOf());
    expect(rules.getByText('CIST')).toBeVisible();
    expect(rules.getByText('판정한 값 20')).toBeVisible();
    expect(rules.getByText(/^구간 \W*< 24\W*$/)).toBeVisible();
    for (const said of ['만 60~69세', '교육 7~12년', '등록된 CIST 규준', '기준 버전 2']) {
      expect(rules.getByText(said)).toBeVisible();
    }
    const memory = screen.getByRole('row', { name: /기억력/ });
    expect(memory).toHaveTextContent('3 / 10점');
  });

  it('says by which cut the prescreening goes on, and not that something is suspected', () => {
    open({ instrument: 'KDSQ_P', outcome: 'FOLLOW_UP', score: 6, cut: 4, why: [BY_CUT] });
    const rules = within(rulesOf());
    expect(rules.getByText('KDSQ-C 필요')).toBeVisible();
    expect(rules.getByText(/^구간 \W*≥ 4\W*$/)).toBeVisible();
    expect(screen.queryByText('인지저하 의심')).toBeNull();
  });

  it('tells the cut where a report was made before reasons were', () => {
    open();
    expect(screen.queryByRole('heading', { name: '판정 근거' })).toBeNull();
    expect(screen.getByText('기준 점수').nextElementSibling).toHaveTextContent('24');
  });

  it.each([
    [{ score: null }, '빠진 문항이나 영역이 있어 판정하지 않았습니다.'],
    [{ educationYears: null }, '교육연수를 알 수 없어 판정하지 않았습니다.'],
    [{ age: null }, '나이를 알 수 없어 판정하지 않았습니다.'],
    [{ ruleVersion: null }, '등록된 규준표가 없어 판정하지 않았습니다.'],
    [{}, '규준표에 이 나이의 기준이 없어 판정하지 않았습니다.'],
  ] as const)('with %j and no outcome it says why', (changes, words) => {
    open({ outcome: null, cut: null, why: [], ...changes });
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole('heading', { name: '판정 근거' })).toBeNull();
  });

  it('tells the answers that were selected, and which were left out', () => {
    open({
      instrument: 'KDSQ_P',
      outcome: null,
      cut: null,
      score: null,
      answers: [0, 1, 2, -1, 0],
    });
    const rows = screen.getAllByRole('row', { name: /^\d번/ });
    expect(rows.map((row) => row.textContent)).toEqual([
      '1번아니요0',
      '2번가끔(조금)1',
      '3번자주(많이)2',
      '4번무응답–',
      '5번아니요0',
    ]);
  });
});

describe('answers', () => {
  it('are chosen item by item, and added up once all are there', async () => {
    function Form() {
      const [value, setValue] = useState<unknown>([]);
      return (
        <AnswersInput
          label="문항별 응답"
          value={value}
          onChange={setValue}
          error={undefined}
          required={false}
          maxLength={undefined}
          marks={{ 'data-path': 'answers' }}
          disabled={false}
          values={{ instrument: 'KDSQ_P' }}
        />
      );
    }
    renderRoutes([{ path: '/', element: <Form /> }], '/');
    for (const item of [1, 2, 3, 4]) {
      await userEvent.click(screen.getByRole('radio', { name: `${String(item)}번 가끔(조금)` }));
    }
    expect(screen.getByText('5문항 중 4문항 응답')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: '5번 자주(많이)' }));
    expect(screen.getByText('합계 6점')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '응답 지우기' }));
    expect(screen.getByText('5문항 중 0문항 응답')).toBeVisible();
  });

  it('have no sum where one is missing', () => {
    expect([[], [1, -1], [1, 2]].map(sumOf)).toEqual([undefined, undefined, 3]);
  });
});

describe('the form', () => {
  it.each([
    [{}, ['total']],
    [{ instrument: 'MMSE_KC' }, ['total']],
    [{ instrument: 'KDSQ_C' }, ['answers', 'total']],
    [{ instrument: 'KDSQ_C', answers: [1] }, ['answers']],
    [
      { instrument: 'CIST', memory: 3 },
      ['orientation', 'attention', 'visuospatial', 'executive', 'memory', 'language'],
    ],
  ])('with %j asks for %j', (values, asked) => {
    const names = PARTS.filter((field) => field.onlyIf?.(values) !== false).map(({ name }) => name);
    expect(names).toEqual(asked);
  });
});

it('writes norms as they are loaded', () => {
  const norm = { ageFrom: 80, ageTo: null, educationFrom: 0, educationTo: 6, cut: 14 };
  expect(normsText([norm])).toBe('ageFrom,ageTo,educationFrom,educationTo,cut\n80,,0,6,14\n');
});
