import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useHydrateAtoms } from 'jotai/utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { MANAGERS_PATH, STATISTICS_PATHS } from '~/kernel/screen/known-paths';
import { selectedServiceAtom } from '~/kernel/session/selected-service';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import type { Screen } from '~/kernel/screen/screen';
import { HistoryIcon, MembersIcon } from '~/ui/icons';
import HomePage from './home-page';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/domain/access', () => ({
  accessOf: (path: string) => ({
    read: !path.includes('each_company'),
    create: true,
    update: true,
    delete: true,
  }),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: (path: string) => ({
    read: true,
    create: !path.includes('only_read'),
    update: true,
    delete: true,
  }),
}));

const page = () => Promise.resolve({ Component: () => null });
const MEMBERS: Screen = {
  path: '/members',
  title: 'member.title',
  icon: MembersIcon,
  page,
  figure: { name: 'members', label: 'home.members' },
};
const MEASUREMENTS: Screen = {
  path: '/measurements',
  title: 'measurement.title',
  icon: HistoryIcon,
  page,
  figure: { name: 'measurements', label: 'home.measurements' },
};

const OVERVIEW = {
  vendors: { count: 1, added: 0 },
  dealers: { count: 2, added: 0 },
  retailers: { count: 3, added: 0 },
  members: { count: 40, added: 7 },
  measurements: { count: 500, added: 0 },
};
/** The response for a user who may read no statistics. */
const NOTHING_LEFT_OUT = { categories: [], testCases: [], graded: [], measured: [] };
const NO_STATISTICS = { tests: null, attention: null, companies: null, members: null };

function open(serviceId: number, statistics: object = NO_STATISTICS) {
  server = new FakeServer({
    GetDashboard: () => ({
      overview: OVERVIEW,
      isRounded: false,
      leftOut: [],
      ...NO_STATISTICS,
      ...statistics,
    }),
    ListAnnouncements: () => pageOf([]),
    ListJobs: () => pageOf([]),
  });
  const Selected = () => {
    useHydrateAtoms([[selectedServiceAtom, serviceId]]);
    return <HomePage screens={[MEMBERS, MEASUREMENTS]} />;
  };
  return renderRoutes([{ path: '/', Component: Selected }]);
}

const frame = (countedAt: string, isCounting: boolean) => ({
  period: { start: '2026-10-28', end: '2026-11-26' },
  previous: null,
  bucket: 'DAY' as const,
  buckets: [],
  countedAt,
  isCounting,
  hasHidden: false,
  isRounded: false,
  lastDay: null,
  leftOut: NOTHING_LEFT_OUT,
});

describe('the first page', () => {
  it('says until when all of its statistics were counted', async () => {
    const companies = {
      frame: frame('2026-11-26T01:30:00.000Z', false),
      total: { count: { tests: 0, people: 0 }, byBucket: [] },
      rows: [],
    };
    const attention = { frame: frame('2026-11-26T01:10:00.000Z', true), rows: [] };
    open(2, { companies, attention });
    expect(await screen.findByText(/10:10 기준/)).toBeInTheDocument();
    expect(screen.getByText('이 기간의 자료를 아직 집계하고 있습니다')).toBeInTheDocument();
  });

  it('says nothing of what nobody reads there', async () => {
    open(2);
    await screen.findByRole('link', { name: /40/ });
    expect(screen.queryByText(/\d 기준/)).toBeNull();
  });
});

describe('the figures of the first page', () => {
  it('say what is not in them, and leave out what may not be read', async () => {
    const overview = { ...OVERVIEW, measurements: null };
    open(2, { overview, isRounded: true, leftOut: ['DEMENTIA'] });
    expect(await screen.findByText(/제외한 항목: 치매/)).toBeVisible();
    expect(screen.getByText(/건수와 인원은 5 단위로/)).toBeVisible();
    expect(screen.queryByText('측정')).toBeNull();
  });

  it('lead to the lists of what they count', async () => {
    open(2);
    expect(await screen.findByRole('link', { name: /40/ })).toHaveAttribute(
      'href',
      '/members?serviceIds=2',
    );
    expect(screen.getByRole('link', { name: /500/ })).toHaveAttribute(
      'href',
      '/measurements?serviceIds=2',
    );
  });

  it('say how much the last 30 days have added', async () => {
    open(2);
    expect(await screen.findByRole('link', { name: /^회원 ?40 ?최근 30일 \+7$/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^측정 ?500 ?최근 30일 0$/ })).toBeVisible();
  });

  it('lead to whole lists where they are of all services', async () => {
    open(0);
    expect(await screen.findByRole('link', { name: /40/ })).toHaveAttribute('href', '/members');
  });
});

const COUNT = { tests: 12, people: 10 };
const DAY = { start: '2026-11-20', end: '2026-11-20' };
const ROW = {
  category: null,
  testCase: null,
  companyId: null,
  companyName: null,
  members: null,
  count: COUNT,
  previous: { tests: 7, people: null },
  byBucket: [COUNT],
};

const FRAME = {
  period: DAY,
  previous: DAY,
  bucket: 'DAY' as const,
  buckets: [DAY],
  countedAt: '2026-11-20T06:05:00Z',
  isCounting: false,
  hasHidden: true,
  isRounded: false,
  lastDay: null,
  leftOut: NOTHING_LEFT_OUT,
};

const ANNOUNCED = [1, 2, 3, 4, 5, 6].map((adminBoardId) => ({
  adminBoardId,
  category: 'NOTICE' as const,
  name: `안내 ${String(adminBoardId)}`,
  subName: null,
  createdAt: '2026-11-20T03:00:00+09:00',
  updatedAt: '2026-11-20T03:00:00+09:00',
}));

describe('the shortcuts of the first page', () => {
  const leads = (address: string) =>
    screen.queryAllByRole('link').some((link) => link.getAttribute('href') === address);

  const daily = (path: string, parts: Partial<Screen> = {}): Screen => ({
    path,
    title: 'stress.title',
    icon: HistoryIcon,
    page,
    texts: { create: 'stress.create', edit: 'stress.edit', remove: 'stress.remove' },
    isDaily: true,
    ...parts,
  });

  let overview = OVERVIEW;
  let role = 'ADMIN';
  beforeEach(() => {
    overview = OVERVIEW;
    role = 'ADMIN';
  });

  async function openWith(serviceId: number, ...screens: Screen[]) {
    server = new FakeServer({
      GetAccount: () =>
        ({
          role,
          permissionGroup: { name: '', allowedServiceIds: [], allowedMenuItems: [] },
        }) as unknown as Answer<'GetAccount'>,
      GetDashboard: () => ({ overview, isRounded: false, leftOut: [], ...NO_STATISTICS }),
      ListAnnouncements: () => pageOf([]),
      ListJobs: () => pageOf([]),
    });
    const Selected = () => {
      useHydrateAtoms([[selectedServiceAtom, serviceId]]);
      return <HomePage screens={screens} />;
    };
    const view = renderRoutes([
      { path: '/', Component: Selected },
      { path: '/stress/new', element: <p>등록 화면</p> },
    ]);
    await screen.findByRole('region', { name: '공지사항' });
    return view;
  }
  const card = () => screen.queryByRole('region', { name: '바로 가기' });
  const links = () =>
    within(card() ?? document.body)
      .getAllByRole('link')
      .map((link) => [
        link.getAttribute('aria-label') ?? link.textContent,
        link.getAttribute('href'),
      ]);

  it('lead to what is done day by day: the form, and the list of the chosen service', async () => {
    await openWith(2, daily('/stress'), MEMBERS);
    expect(links()).toEqual([
      ['스트레스 측정 등록', '/stress/new'],
      ['스트레스 측정 이력', '/stress?serviceIds=2'],
    ]);
    const asked = new Set(server.asked.map(({ endpoint }) => endpoint));
    expect([...asked].sort()).toEqual([
      'GetAccount',
      'GetDashboard',
      'ListAnnouncements',
      'ListJobs',
    ]);
  });

  const NONE = { count: 0, added: 0 };
  const { isDaily: _isDaily, ...weekly } = daily('/');
  const tiers = (['vendors', 'dealers', 'retailers'] as const).map((name): Screen => ({
    ...weekly,
    path: `/${name}`,
    figure: { name, label: `company.${name}` },
  }));
  const managers: Screen = { ...weekly, path: MANAGERS_PATH };

  it('say where to begin while there is nobody to measure, in the order that one needs the other', async () => {
    overview = { ...OVERVIEW, vendors: NONE, dealers: NONE, retailers: NONE, members: NONE };
    await openWith(0, managers, daily('/stress'), ...tiers);
    const order = await screen.findByRole('list', { name: /다음 순서로/ });
    const forms = within(order)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
      .filter((address) => address?.endsWith('/new'));
    expect(forms).toEqual([
      '/vendors/new',
      '/dealers/new',
      '/retailers/new',
      `${MANAGERS_PATH}/new`,
    ]);
    expect(server.requestsOf('GetDashboard')).toHaveLength(1);
    expect(within(order).queryByLabelText('완료')).toBeNull();
    expect(leads('/stress/new')).toBe(false);
  });

  it('say what is done of it, and lead to daily work from the first retailer on', async () => {
    overview = { ...OVERVIEW, dealers: NONE, members: NONE };
    await openWith(0, managers, daily('/stress'), ...tiers);
    const order = await screen.findByRole('list', { name: /다음 순서로/ });
    const done = within(order).getAllByLabelText('완료');
    expect(done.map((mark) => mark.closest('a')?.getAttribute('href'))).toEqual([
      '/vendors/new',
      '/retailers/new',
    ]);
    expect(leads('/stress/new')).toBe(true);
  });

  it.each([
    ['of one service there are none', 2, 'ADMIN'],
    ['the reader’s own company is the lowest', 0, 'RETAILER'],
  ])('lead to daily work where %s', async (_, serviceId, reader) => {
    overview = { ...OVERVIEW, vendors: NONE, dealers: NONE, retailers: NONE, members: NONE };
    role = reader;
    await openWith(serviceId, daily('/stress'), MEASUREMENTS, ...tiers);
    await screen.findByText('500');
    expect(screen.queryByRole('list', { name: /다음 순서로/ })).toBeNull();
  });

  it('lead to the list alone whoever may not register', async () => {
    await openWith(0, daily('/stress_only_read'));
    expect(links()).toEqual([['스트레스 측정 이력', '/stress_only_read']]);
  });

  it('are not there where nothing of it may be read', async () => {
    await openWith(0, daily('/each_company'), MEMBERS);
    expect(card()).toBeNull();
  });

  it('are reached by keys, and the form closes to the first page again', async () => {
    const { router } = await openWith(0, daily('/stress'));
    screen.getByRole('link', { name: '스트레스 측정 등록' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('등록 화면')).toBeVisible();
    expect(router.state.location).toMatchObject({
      pathname: '/stress/new',
      state: { openedFromPage: true },
    });
  });
});

describe('the cards of the first page', () => {
  function openCards() {
    server = new FakeServer({
      ListJobs: () => pageOf([]),
      ListAnnouncements: () => pageOf(ANNOUNCED),
      GetDashboard: () => ({
        overview: OVERVIEW,
        isRounded: false,
        leftOut: [],
        tests: { frame: FRAME, total: ROW, rows: [] },
        attention: { frame: FRAME, rows: [] },
        companies: null,
        members: null,
      }),
    });
    return renderRoutes([{ path: '/', Component: () => <HomePage screens={[]} /> }]);
  }

  it('are regions with a heading that leads to their screen, where it may be read', async () => {
    openCards();
    const tests = await screen.findByRole('region', { name: '검사 건수 추이' });
    expect(await within(tests).findByText('+5')).toBeVisible();
    expect(within(tests).getByRole('link')).toHaveAttribute(
      'href',
      '/statistics/test_category_statistics',
    );
    expect(within(tests).getByRole('table')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: '업체별 검사 건수' })).not.toBeInTheDocument();
  });

  it('draw nothing for what is not told, and grades as shares of everybody', async () => {
    const grade = (grade: string, people: number | null) => ({
      grade,
      concern: 'NONE' as const,
      people,
      previous: null,
    });
    const row = {
      indicator: 'BMI' as const,
      people: 40,
      concerned: null,
      previousConcerned: null,
      grades: [grade('NORMAL', 30), grade('UNDERWEIGHT', null), grade('OVERWEIGHT', null)],
      moves: [],
      byBucket: [],
    };
    const hidden = { ...ROW, byBucket: [{ tests: null, people: null }] };
    open(2, {
      tests: { frame: FRAME, total: hidden, rows: [] },
      attention: { frame: FRAME, rows: [row] },
    });
    const tests = await screen.findByRole('region', { name: '검사 건수 추이' });
    expect(await within(tests).findByTitle(/–$/)).toHaveStyle({ height: '0%' });
    const grades = screen.getByRole('region', { name: '지표별 등급 분포' });
    expect(within(grades).getByTitle(/30$/)).toHaveStyle({ width: '75%' });
  });

  it('tell of every indicator who needs attention, and of a change where there is one', async () => {
    const row = (indicator: 'BMI' | 'COGNITION', concerned: number, previousConcerned: number) => ({
      indicator,
      people: 40,
      concerned,
      previousConcerned,
      grades: [],
      moves: [],
      byBucket: [],
    });
    const rows = [...Array.from({ length: 10 }, () => row('BMI', 5, 3)), row('COGNITION', 0, 0)];
    open(2, { attention: { frame: FRAME, rows } });
    const card = await screen.findByRole('region', { name: '관심 필요 인원' });
    const figures = await within(card).findAllByRole('definition');
    expect(figures.map((one) => one.textContent)).toEqual([...Array<string>(10).fill('5+2'), '0']);
    expect(within(card).getByRole('link', { name: '인지 선별검사' })).toHaveAttribute(
      'href',
      `${STATISTICS_PATHS.attention}?serviceIds=2&indicator=COGNITION`,
    );
  });

  it('share an answer with the figures above them', async () => {
    openCards();
    await screen.findByRole('region', { name: '지표별 등급 분포' });
    expect(server.asked.map(({ endpoint }) => endpoint)).not.toContain('GetAttentionStatistics');
    expect(server.requestsOf('GetDashboard')).toHaveLength(1);
  });

  it('list what the toasts announce, five of it at most, by links that open it', async () => {
    openCards();
    const card = await screen.findByRole('region', { name: '공지사항' });
    const links = await within(card).findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      [1, 2, 3, 4, 5].map((id) => `/?announcement=${String(id)}`),
    );
    expect(server.requestsOf('ListAnnouncements').map(({ query }) => query?.isPopup)).toEqual([
      true,
    ]);
  });

  it('say of announcements that there are none, and nothing of a period', async () => {
    open(0);
    const card = await screen.findByRole('region', { name: '공지사항' });
    expect(await within(card).findByText('공지사항이 없습니다')).toBeVisible();
  });

  it('are moved and hidden by keys, and come back', async () => {
    const user = userEvent.setup();
    openCards();
    const names = () =>
      screen
        .getAllByRole('region')
        .map((card) => within(card).getAllByRole('heading')[0]?.textContent);
    await user.click(await screen.findByRole('button', { name: '카드 편집' }));
    const [first, second] = names();
    await user.click(screen.getByRole('button', { name: `${String(first)}: 아래로` }));
    expect(names().slice(0, 2)).toEqual([second, first]);
    await user.click(screen.getByRole('button', { name: `${String(first)}: 숨기기` }));
    expect(screen.queryByRole('region', { name: String(first) })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: `${String(first)}: 표시` }));
    expect(names()).toContain(first);
    await user.click(screen.getByRole('button', { name: '기본 배치로' }));
    expect(names().slice(0, 2)).toEqual([first, second]);
    await user.click(screen.getByRole('button', { name: '편집 완료' }));
    expect(screen.queryByRole('button', { name: '기본 배치로' })).not.toBeInTheDocument();
  });
});
