// Tests the statistics page: its requests, what it shows and suppresses, and the links of its
// figures.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer, EndpointName } from '~/domain/client';
import { HISTORY_PATHS, MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { PAGES } from './all';
import {
  ATTENTION,
  AVERAGES,
  COMPANIES,
  SERVICE_APP_MEMBERS,
  STATISTICS,
  TEST_CASES,
  TEST_CATEGORIES,
  USER_APP_MEMBERS,
  USER_APP_TYPES,
} from './screens';
import type { Frame } from './statistic';
import { Component } from './statistics-page';
import {
  attentionStatistic,
  averageRow,
  averageStatistic,
  memberRow,
  memberStatistic,
  testRow,
  testStatistic,
} from './testing/answers';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/domain/time', async (original) => ({
  ...(await original<object>()),
  today: () => '2026-11-20',
}));
vi.mock('~/kernel/session/session', async (original) => ({
  ...(await original<object>()),
  useAuthority: () => 'ADMIN',
}));
vi.mock('~/kernel/statistics/drawings', () => ({ default: () => <div data-testid="drawing" /> }));

const OPEN = [
  HISTORY_PATHS.PHYSICAL,
  HISTORY_PATHS.STRESS,
  HISTORY_PATHS.HEART_RATE,
  TEST_CATEGORIES.path,
  COMPANIES.path,
];

function me(readable: readonly string[]): Answer<'GetAccount'> {
  return {
    role: 'ADMIN',
    permissionGroup: {
      allowedServiceIds: [],
      allowedMenuItems: readable.map((url, index) => ({
        menuItemId: index + 1,
        url,
        unrestricted: false,
        create: false,
        read: true,
        update: false,
        delete: false,
      })),
    },
  } as unknown as Answer<'GetAccount'>;
}

const BMI = testRow({ testCase: 'BMI' });
const FEW = testRow({ testCase: 'PSS_10', count: { tests: null, people: null } });

function serve(readable: readonly string[] = OPEN): void {
  server = new FakeServer({
    GetAccount: () => me(readable),
    ListServices: () => ({ ...pageOf([]), totalCount: 0 }) as unknown as Answer<'ListServices'>,
    ListDivisionOptions: () => [],
    ListCompanyOptions: () => [],
    GetTestCaseStatistics: () => testStatistic([FEW, BMI], { hasHidden: true }),
    GetTestCategoryStatistics: () => testStatistic([testRow({ category: 'PHYSICAL' })]),
    GetCompanyTestStatistics: () =>
      testStatistic([testRow({ companyId: 7, companyName: '한빛', members: 40 })]),
    GetIndicatorAverages: () =>
      averageStatistic([averageRow(), averageRow({ sex: 'MALE', ageDecade: 40, byBucket: [] })]),
    GetAttentionStatistics: attentionStatistic,
    GetServiceAppMemberStatistics: () =>
      memberStatistic([memberRow({ userAppId: null })], memberRow()),
    GetUserAppMemberStatistics: () => memberStatistic([memberRow()], memberRow()),
    GetMemberTypesByServiceApp: () =>
      memberStatistic([memberRow({ userAppId: null, level: 'REGULAR_GUEST' })], null),
    GetMemberTypesByUserApp: () => memberStatistic([memberRow({ level: 'REGULAR_MEMBER' })], null),
    ListPeopleWhoNeedAttention: () => ({
      data: [
        {
          memberId: 5,
          memberNo: 'A-5',
          userId: null,
          isOnline: null,
          name: '윤지우',
          companyName: '한빛',
          grade: 'ABOVE_STANDARD',
          measuredAt: '2026-11-19T01:00:00Z',
          category: 'PHYSICAL',
          measurementId: 81,
        },
      ],
      page: 0,
      pageSize: 20,
      total: 1,
    }),
  });
}

/** Replaces the answer of a call from now on. */
function answer<E extends EndpointName>(endpoint: E, otherwise: Answer<E>): void {
  const { call } = server;
  server = Object.assign(server, {
    call: (...request: Parameters<typeof call>) =>
      request[0] === endpoint ? Promise.resolve(otherwise) : call(...request),
  });
}

function open(address: string) {
  return renderRoutes(
    STATISTICS.map(({ path }) => ({ path, Component })),
    address,
  );
}

const asked = (endpoint: EndpointName) => server.requestsOf(endpoint).at(-1)?.query;

beforeEach(() => {
  serve();
});

describe('every statistic', () => {
  it.each(STATISTICS.map(({ path }) => path))('%s has its figures in a table', async (path) => {
    open(path);
    const tables = await screen.findAllByRole('table');
    expect(within(tables[0] ?? document.body).getAllByRole('row').length).toBeGreaterThan(1);
    expect(screen.getByText('2026-11-20 15:05 기준')).toBeInTheDocument();
  });

  it('is one for each screen', () => {
    expect([...PAGES.keys()].toSorted()).toEqual(STATISTICS.map(({ path }) => path).toSorted());
  });
});

describe('what is not told', () => {
  it('is said where the figures are: their rounding, and what the user may not read', async () => {
    const frame: Partial<Frame> = {
      isRounded: true,
      lastDay: '2026-11-19',
      leftOut: { categories: [], testCases: ['CIST', 'PSS_10'], graded: [], measured: [] },
    };
    answer('GetTestCaseStatistics', testStatistic([BMI], frame));
    open(TEST_CASES.path);
    expect(await screen.findByText(/제외한 항목: .*CIST.*PSS-10/)).toBeVisible();
    expect(screen.getByText(/건수와 인원은 5 단위로/)).toBeVisible();
    // A list would show exactly what the figure does not.
    const table = screen.getByRole('table', { name: /검사별/ });
    expect(within(table).queryAllByRole('link')).toHaveLength(0);
  });

  it('is said of pressures', async () => {
    const row = averageRow({ indicator: 'SYSTOLIC_PRESSURE' });
    answer('GetIndicatorAverages', averageStatistic([row]));
    open(AVERAGES.path);
    expect(await screen.findByText(/진료실에서 잰 19세 이상/)).toBeVisible();
  });
});

describe('a change', () => {
  it('is told in words where there is none', async () => {
    const row = testRow({ previous: { tests: 12, people: 10 } });
    answer('GetTestCaseStatistics', { ...testStatistic([row]), total: row });
    open(TEST_CASES.path);
    expect(await screen.findAllByText('변동 없음')).not.toHaveLength(0);
  });
});

describe('what is asked for', () => {
  it('is the last thirty days beside those before, where the address says nothing', async () => {
    open(TEST_CASES.path);
    await screen.findAllByRole('table');
    expect(asked('GetTestCaseStatistics')).toEqual({
      start: '2026-10-22',
      end: '2026-11-20',
      compare: true,
    });
  });

  it('is what the address says', async () => {
    open(
      `${TEST_CASES.path}?period=MONTH&bucket=WEEK&compare=false&companyId=7&sex=MALE&ageDecades=40&ageDecades=50&serviceIds=2`,
    );
    await screen.findAllByRole('table');
    expect(asked('GetTestCaseStatistics')).toEqual({
      start: '2026-11-01',
      end: '2026-11-20',
      bucket: 'WEEK',
      compare: false,
      companyId: 7,
      sex: 'MALE',
      ageDecades: [40, 50],
      serviceIds: [2],
    });
  });

  it('leaves the service to the tabs where the screen has them', async () => {
    open(`${SERVICE_APP_MEMBERS.path}?serviceIds=2`);
    await screen.findAllByRole('table');
    expect(asked('GetServiceAppMemberStatistics')).not.toHaveProperty('serviceIds');
    expect(screen.queryByRole('combobox', { name: '서비스' })).toBeNull();
  });

  it('offers the usual period among the others, and has none in the address for it', async () => {
    const { router } = open(`${TEST_CASES.path}?period=WEEK`);
    const period = await screen.findByRole('combobox', { name: '기간' });
    await userEvent.click(period);
    await userEvent.click(await screen.findByRole('option', { name: '최근 30일' }));
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
    expect(await screen.findByRole('combobox', { name: '기간' })).toHaveValue('최근 30일');
    expect(screen.queryByRole('button', { name: '조건 초기화' })).toBeNull();
  });

  it('begins own days with those that were shown', async () => {
    const { router } = open(`${TEST_CASES.path}?period=WEEK`);
    await userEvent.click(await screen.findByRole('combobox', { name: '기간' }));
    await userEvent.click(await screen.findByRole('option', { name: '직접 지정' }));
    await waitFor(() => {
      expect(router.state.location.search).toBe('?start=2026-11-14&end=2026-11-20');
    });
    expect(await screen.findByRole('textbox', { name: '시작일' })).toHaveValue('2026-11-14');
  });

  it('says at its field that the last day is before the first, and asks nothing', async () => {
    open(`${TEST_CASES.path}?start=2026-11-20&end=2026-11-01`);
    expect(await screen.findByRole('textbox', { name: '종료일' })).toHaveAccessibleDescription(
      '종료일은 시작일과 같거나 그 이후여야 합니다.',
    );
    expect(server.requestsOf('GetTestCaseStatistics')).toEqual([]);
  });

  it.each(['FOO', 'OWN'])(
    'is nothing where the address says a period that is none: %s',
    async (word) => {
      open(`${TEST_CASES.path}?period=${word}`);
      expect(await screen.findByText('검색 조건을 확인해주세요')).toBeInTheDocument();
      expect(server.requestsOf('GetTestCaseStatistics')).toEqual([]);
    },
  );

  it('says at its field that there would be too many parts', async () => {
    server.refuse(
      'GetTestCaseStatistics',
      refusal(10002, 422, {
        fields: [{ path: 'bucket', code: 'tooMany', params: { max: '1000' } }],
      }),
    );
    open(`${TEST_CASES.path}?start=2016-01-01&end=2026-11-20&bucket=DAY`);
    expect(await screen.findByText(/구간이 1000개를 넘습니다/)).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: '집계 단위' })).toHaveAccessibleDescription(
      /구간이 1000개를 넘습니다/,
    );
  });

  it('has divisions only of a company that has any', async () => {
    const { unmount } = open(`${TEST_CASES.path}?companyId=7`);
    await screen.findAllByRole('table');
    expect(screen.queryByRole('combobox', { name: '부서' })).toBeNull();
    unmount();
    const before = server;
    serve();
    const division = { divisionId: 3, name: '영업', parentNames: [], companyName: '한빛' };
    const { call } = server;
    server = Object.assign(server, {
      call: (...request: Parameters<typeof call>) =>
        request[0] === 'ListDivisionOptions' ? Promise.resolve([division]) : call(...request),
    });
    expect(server).not.toBe(before);
    open(`${TEST_CASES.path}?companyId=7`);
    expect(await screen.findByRole('combobox', { name: '부서' })).toBeInTheDocument();
  });
});

describe('what is told', () => {
  const rowOf = async (name: RegExp) => {
    await screen.findAllByRole('table');
    return screen.getByRole('row', { name });
  };

  it('has the change since the period before in words', async () => {
    open(TEST_CASES.path);
    const row = await rowOf(/^BMI/);
    expect(within(row).getByText('4 (50%) 증가')).toBeInTheDocument();
  });

  it('has no zero where too few people stand behind a figure', async () => {
    open(TEST_CASES.path);
    const row = await rowOf(/^PSS-10/);
    const [tests] = within(row).getAllByRole('cell');
    expect(tests).toHaveTextContent('–표시하지 않음(자료가 없거나 5명 미만)');
    expect(screen.getByText(/5명 미만은 표시하지 않습니다/)).toBeInTheDocument();
  });

  it('has the buckets where they are wanted: a day without tests is a zero', async () => {
    open(TEST_CASES.path);
    await userEvent.click(await screen.findByRole('checkbox', { name: '구간별 값 보기' }));
    expect(await screen.findByRole('columnheader', { name: '11월 20일' })).toBeInTheDocument();
    const row = screen.getByRole('row', { name: /^BMI/ });
    expect(within(row).getAllByRole('cell').at(-1)).toHaveTextContent(/^0$/);
  });

  it('has a gap where nobody was measured and a mean is asked for', async () => {
    open(`${AVERAGES.path}?byBucket=true`);
    const row = await rowOf(/^전체/);
    expect(within(row).getAllByRole('cell').at(-1)).toHaveTextContent(/^–/);
  });

  it('sorts by a column here, with what is not told at the end', async () => {
    open(TEST_CASES.path);
    const names = () => screen.getAllByRole('rowheader').map(({ textContent: name }) => name);
    await screen.findAllByRole('table');
    expect(names()).toEqual(['전체', 'PSS-10', 'BMI']);
    await userEvent.click(screen.getByRole('button', { name: '검사 건수' }));
    expect(names()).toEqual(['전체', 'BMI', 'PSS-10']);
    expect(screen.getByRole('columnheader', { name: '검사 건수' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
  });

  it('has the share of the members of a company who were tested', async () => {
    open(COMPANIES.path);
    const row = await rowOf(/^한빛/);
    expect(within(row).getByText('25%')).toBeInTheDocument();
  });

  it('has what a company has itself beside those below it, which leads nowhere', async () => {
    const own = testRow({ companyName: '한빛 본사', members: 20 });
    serve([...OPEN, MEMBERS_PATH]);
    answer('GetCompanyTestStatistics', testStatistic([own]));
    open(COMPANIES.path);
    const row = await rowOf(/^한빛 본사/);
    expect(within(row).getByText('50%')).toBeInTheDocument();
    expect(within(row).queryByRole('link')).toBeNull();
  });

  it('says over a course whose it is, where it is not that of all', async () => {
    open(TEST_CASES.path);
    await screen.findAllByRole('table');
    expect(screen.getByRole('heading', { name: '검사 건수 추이' })).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '구분' }), '--BMI');
    expect(await screen.findByRole('heading', { name: 'BMI · 검사 건수 추이' })).toBeVisible();
  });

  it('has members by their level', async () => {
    open(USER_APP_TYPES.path);
    expect(await rowOf(/^마음앱 · 정회원/)).toBeInTheDocument();
  });

  it('has no share of all members where some of them are asked for', async () => {
    open(`${COMPANIES.path}?sex=FEMALE`);
    const row = await rowOf(/^한빛/);
    expect(within(row).queryByText('25%')).toBeNull();
    expect(within(row).getByText('40')).toBeInTheDocument();
  });

  it('has how grades have moved: nobody is a zero, too few are a dash', async () => {
    open(ATTENTION.path);
    const table = await screen.findByRole('table', { name: '체지방률 등급 이동' });
    const cells = within(table)
      .getAllByRole('cell')
      .map(({ textContent: cell }) => cell.slice(0, 1));
    expect(cells).toEqual(['0', '0', '0', '0', '0', '6', '0', '–', '0']);
  });

  it('says that there is nothing, and what may help', async () => {
    const empty = testStatistic([]);
    empty.total.count = { tests: 0, people: 0 };
    empty.total.previous = { tests: 0, people: 0 };
    answer('GetTestCaseStatistics', empty);
    open(TEST_CASES.path);
    expect(await screen.findByText('이 기간에 집계된 자료가 없습니다')).toBeInTheDocument();
  });

  it('says what went wrong, with another try', async () => {
    server.refuse('GetUserAppMemberStatistics', refusal(10000, 500));
    open(USER_APP_MEMBERS.path);
    expect(await screen.findByRole('button', { name: '다시 시도' })).toBeInTheDocument();
  });
});

describe('where a figure leads', () => {
  it('is the history with the same filters', async () => {
    open(`${TEST_CATEGORIES.path}?companyId=7&sex=FEMALE&ageDecades=40&serviceIds=2`);
    const link = await screen.findByRole('link', { name: '신체 측정, 검사 건수: 12' });
    const [path, search] = (link.getAttribute('href') ?? '').split('?');
    expect(path).toBe(HISTORY_PATHS.PHYSICAL);
    expect([...new URLSearchParams(search)]).toEqual([
      ['startMeasuredAt', '2026-11-19'],
      ['endMeasuredAt', '2026-11-20'],
      ['companyId', '7'],
      ['serviceIds', '2'],
      ['sex', 'FEMALE'],
      ['ageDecades', '40'],
      ['isTrial', 'false'],
    ]);
  });

  it('is nowhere where people are counted, of whom histories are no lists', async () => {
    open(TEST_CATEGORIES.path);
    await screen.findByRole('link', { name: '신체 측정, 검사 건수: 12' });
    expect(screen.queryByRole('link', { name: /: 10$/ })).toBeNull();
  });

  it('is nowhere for who may not read the history', async () => {
    serve([]);
    open(TEST_CATEGORIES.path);
    await screen.findAllByRole('table');
    expect(screen.queryByRole('link', { name: /^신체 측정/ })).toBeNull();
  });

  it('is nowhere where the history cannot be filtered so', async () => {
    open(`${TEST_CATEGORIES.path}?companyId=7&divisionId=3`);
    await screen.findAllByRole('table');
    expect(screen.queryByRole('link', { name: /^신체 측정/ })).toBeNull();
  });

  it('is the history of a case where that has no others, and nowhere else', async () => {
    serve([...OPEN, HISTORY_PATHS.DEMENTIA]);
    answer(
      'GetTestCaseStatistics',
      testStatistic([
        BMI,
        testRow({ testCase: 'HEART_RATE_AT_REST' }),
        testRow({ testCase: 'CIST' }),
      ]),
    );
    open(TEST_CASES.path);
    const links = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
    const days = 'startMeasuredAt=2026-11-19&endMeasuredAt=2026-11-20&isTrial=false';
    expect(links).toContain(`${HISTORY_PATHS.HEART_RATE}?${days}&contexts=REST`);
    expect(links).toContain(`${HISTORY_PATHS.DEMENTIA}?${days}&instruments=CIST`);
    expect(links.some((link) => link?.startsWith(HISTORY_PATHS.PHYSICAL))).toBe(false);
  });

  it('is the other statistic with the same division', async () => {
    open(`${COMPANIES.path}?companyId=7&divisionId=3&sex=FEMALE`);
    const link = await screen.findByRole('link', { name: '한빛, 검사 건수: 12' });
    expect(link.getAttribute('href')).toBe(
      `${TEST_CATEGORIES.path}?start=2026-11-19&end=2026-11-20&companyId=7&sex=FEMALE&divisionId=3`,
    );
  });

  it('is all members of a company, of whom so many are told', async () => {
    serve([...OPEN, MEMBERS_PATH]);
    open(`${COMPANIES.path}?sex=FEMALE&ageDecades=40&serviceIds=2`);
    const link = await screen.findByRole('link', { name: /^한빛, 회원 수/ });
    expect(link.getAttribute('href')).toBe(`${MEMBERS_PATH}?companyId=7`);
  });

  it('is the list of people on the same page, of who needs attention and nobody else', async () => {
    serve([...OPEN, MEMBERS_PATH]);
    const { router } = open(`${ATTENTION.path}?companyId=7&people=true&page=3`);
    const link = await screen.findByRole('link', { name: '표준이상: 10' });
    expect(link.getAttribute('href')).toBe(
      `${ATTENTION.path}?companyId=7&people=true&indicator=BODY_FAT&grade=ABOVE_STANDARD#people`,
    );
    expect(screen.queryByRole('link', { name: /^표준이상, / })).toBeNull();
    expect(screen.queryByRole('link', { name: /^표준: / })).toBeNull();
    await userEvent.click(link);
    await waitFor(() => {
      expect(asked('ListPeopleWhoNeedAttention')).toMatchObject({
        page: 0,
        grade: 'ABOVE_STANDARD',
      });
    });
    await userEvent.click(screen.getByRole('link', { name: '체지방률, 관심 필요 인원: 12' }));
    expect(router.state.location.search).toBe('?companyId=7&people=true&indicator=BODY_FAT');
  });

  it('is no list of people for who may not read members', async () => {
    open(ATTENTION.path);
    await screen.findAllByRole('table');
    expect(screen.queryAllByRole('link', { name: /: 1[02]$/ })).toEqual([]);
  });
});

describe('who needs attention', () => {
  it('is listed when it is asked for, each leading to the member and the measurement', async () => {
    serve([...OPEN, MEMBERS_PATH]);
    open(ATTENTION.path);
    const show = await screen.findByRole('button', { name: '명단 보기' });
    expect(server.requestsOf('ListPeopleWhoNeedAttention')).toEqual([]);
    await userEvent.click(show);
    expect(await screen.findByRole('link', { name: '윤지우' })).toHaveAttribute(
      'href',
      `${MEMBERS_PATH}/5`,
    );
    expect(screen.getByRole('link', { name: '2026-11-19 10:00' })).toHaveAttribute(
      'href',
      `${HISTORY_PATHS.PHYSICAL}/81`,
    );
    expect(asked('ListPeopleWhoNeedAttention')).toEqual({
      start: '2026-10-22',
      end: '2026-11-20',
      indicator: 'BODY_FAT',
      page: 0,
      pageSize: 20,
    });
  });

  it('says where there is no such page, and leads to the first', async () => {
    serve([...OPEN, MEMBERS_PATH]);
    answer('ListPeopleWhoNeedAttention', { data: [], page: 9, pageSize: 20, total: 1 });
    const { router } = open(`${ATTENTION.path}?people=true&page=9`);
    await userEvent.click(await screen.findByRole('button', { name: '첫 페이지' }));
    expect(router.state.location.search).toBe('?people=true');
  });

  it('is not offered to who may not read members', async () => {
    open(ATTENTION.path);
    await screen.findAllByRole('table');
    expect(screen.queryByRole('button', { name: '명단 보기' })).toBeNull();
  });
});
