import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
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

function open(changes: Partial<DementiaScreening> = {}): void {
  const record = { ...CIST, ...changes };
  server = new FakeServer({ ListDementiaScreenings: () => pageOf([record]) });
  renderRoutes([{ path: '/', element: <DementiaDetail record={record} /> }], '/');
}

describe('one screening', () => {
  it('says by which norm it says so, that it is no diagnosis, and the points of each domain', () => {
    open();
    expect(screen.getByText('인지저하 의심')).toBeVisible();
    expect(screen.getByText(/진단이 아닙니다/)).toBeVisible();
    expect(screen.getByText(/만 68세, 교육 7년의 기준은 24점/)).toBeVisible();
    const memory = screen.getByRole('row', { name: /기억력/ });
    expect(memory).toHaveTextContent('3 / 10점');
  });

  it.each([
    [{ score: null }, '빠진 문항이나 영역이 있어 판정하지 않았습니다.'],
    [{ educationYears: null }, '교육연수를 알 수 없어 판정하지 않았습니다.'],
    [{ age: null }, '나이를 알 수 없어 판정하지 않았습니다.'],
    [{ ruleVersion: null }, '등록된 규준표가 없어 판정하지 않았습니다.'],
    [{}, '규준표에 이 나이의 기준이 없어 판정하지 않았습니다.'],
  ] as const)('with %j and no outcome it says why', (changes, words) => {
    open({ outcome: null, cut: null, ...changes });
    expect(screen.getByText(words)).toBeVisible();
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
