// Tests the console of a member: its pages load, and they call only endpoints that members may
// call.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call, type Answer, type EndpointName } from '~/domain/client';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { menuItem } from '~/kernel/testing/menu';
import { renderWithin } from '~/kernel/testing/render-within';
import { makeConsoleRouter } from './console-pages';

vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: vi.fn(),
}));
vi.mock('~/domain/session', () => ({
  authority: () => 'MEMBER',
  noteActivity: () => Promise.resolve(Infinity),
  onSessionChange: () => () => undefined,
  signIn: vi.fn(),
  signOut: vi.fn(),
}));
vi.mock('~/kernel/chart/drawing', () => ({ default: () => null }));

const MENU = [
  menuItem('/users/me', '내 정보'),
  menuItem('/users/measurements', '측정 결과', [
    menuItem('/stress', '스트레스'),
    menuItem('/physical', '신체'),
    menuItem('/vision', '시력'),
  ]),
  menuItem('/users/usage_histories', '이용 이력', [menuItem('/content', '콘텐츠')]),
  menuItem('/users/board', '게시판', [menuItem('/concern', '고민')]),
  menuItem('/users/training', '훈련', [menuItem('/participation', '참여 이력')]),
  menuItem('/users/survey', '설문', [menuItem('/survey', '설문 이력')]),
];

const ACCOUNT: Answer<'GetAccount'> = {
  accountId: 7,
  loginId: 'haneul',
  role: 'MEMBER',
  companyId: null,
  companyName: null,
  mustChangePassword: false,
  mustSetUpTwoSteps: false,
  mustAgreeToTerms: false,
  draftKey: '',
  permissionGroup: { name: '회원', allowedServiceIds: [1, 2], allowedMenuItems: [] },
  managerInformation: null,
  operatorInformation: null,
  userInformation: { name: '김하늘' },
};

const PROFILE: Answer<'GetOwnProfile'> = {
  userId: 1,
  loginId: 'haneul',
  name: '김하늘',
  birthDate: null,
  age: null,
  sex: null,
  phoneNumber: null,
  email: null,
  address: null,
  level: 'REGULAR_GUEST',
  levelEvidence: null,
  trackingEnabled: false,
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  version: 1,
};

/** The endpoints that the contract opens to every signed-in caller or to members. */
const MAY_ASK: EndpointName[] = [
  'GetAccount',
  'ListMenuItems',
  'ListAnnouncements',
  'GetOwnProfile',
  'ListOwnPhysicalMeasurements',
  'ListOwnStressMeasurements',
  'ListOwnVisionMeasurements',
  'ListOwnTrainingParticipations',
  'ListOwnLinks',
  'ListOwnConsents',
  'ListOwnSessions',
  'GetOwnRecords',
];

const PAGES: [address: string, heading: string][] = [
  ['/', '김하늘님, 안녕하세요'],
  ['/dashboard', '김하늘님, 안녕하세요'],
  ['/users/me', '김하늘'],
  ['/users/measurements/stress', '스트레스 측정 결과'],
  ['/users/measurements/physical', '신체 측정 결과'],
  ['/users/measurements/vision', '시력 측정 결과'],
  ['/users/usage_histories/content', '콘텐츠 이용 이력'],
  ['/users/board/concern', '고민 게시판'],
  ['/users/training/participation', '훈련 참여 이력'],
  ['/users/survey/survey', '설문 이력'],
];

let server: FakeServer;

function open(address: string) {
  window.history.replaceState(null, '', address);
  const router = makeConsoleRouter();
  const { queryClient } = renderWithin(<RouterProvider router={router} />);
  return { router, queryClient };
}

/** Waits until the page is rendered and all its requests have been answered. */
async function settled({ queryClient }: ReturnType<typeof open>, heading: string) {
  await screen.findByRole('heading', { level: 1, name: heading }, { timeout: 15_000 });
  await waitFor(() => {
    expect(queryClient.isFetching()).toBe(0);
  });
}

describe('the console of a member', () => {
  beforeEach(() => {
    server = new FakeServer({
      GetAccount: () => ACCOUNT,
      ListMenuItems: () => MENU,
      ListAnnouncements: () => pageOf([]),
      GetOwnProfile: () => PROFILE,
      ListOwnLinks: () => pageOf([]),
      ListOwnConsents: () => [],
      GetOwnRecords: () => [{ kind: 'PHYSICAL', count: 0, latestAt: null }],
      ListOwnPhysicalMeasurements: () => pageOf([]),
      ListOwnVisionMeasurements: () => pageOf([]),
      ListOwnTrainingParticipations: () => pageOf([]),
    });
    vi.mocked(call).mockImplementation(server.call as typeof call);
  });

  it.each(PAGES)(
    '%s asks the server only what members may ask, and no services',
    async (address, heading) => {
      await settled(open(address), heading);
      const asked = [...new Set(server.asked.map(({ endpoint }) => endpoint))];
      expect(asked).toEqual(expect.arrayContaining(['GetAccount', 'ListMenuItems']));
      expect(asked.filter((endpoint) => !MAY_ASK.includes(endpoint))).toEqual([]);
    },
    20_000,
  );

  it('says of what the server does not keep that it is not offered', async () => {
    await settled(open('/users/survey/survey'), '설문 이력');
    expect(screen.getByText('아직 제공하지 않는 서비스입니다')).toBeInTheDocument();
  }, 20_000);

  it('leads from its first page to what the server offers', async () => {
    await settled(open('/'), '김하늘님, 안녕하세요');
    const ways = screen.getByRole('region', { name: '바로 가기' });
    expect(within(ways).getByRole('link', { name: '신체 측정 결과' })).toBeInTheDocument();
    expect(within(ways).queryByRole('link', { name: '설문 이력' })).not.toBeInTheDocument();
  }, 20_000);

  it('has a menu of what the server offers, without the sections of the rest', async () => {
    await settled(open('/'), '김하늘님, 안녕하세요');
    const menu = screen.getByRole('navigation', { name: '메뉴' });
    await userEvent.click(within(menu).getByRole('button', { name: '측정 결과' }));
    expect(await within(menu).findByRole('link', { name: '신체' })).toBeInTheDocument();
    for (const name of ['스트레스', '시력', '콘텐츠', '참여 이력'])
      expect(within(menu).queryByText(name)).not.toBeInTheDocument();
    for (const name of ['이용 이력', '게시판', '훈련', '설문'])
      expect(within(menu).queryByRole('button', { name })).not.toBeInTheDocument();
  }, 20_000);

  it('has the whole menu where the server cannot say what it offers', async () => {
    server.refuse('GetOwnRecords', refusal(10006, 404));
    await settled(open('/'), '김하늘님, 안녕하세요');
    const menu = screen.getByRole('navigation', { name: '메뉴' });
    expect(await within(menu).findByRole('button', { name: '설문' })).toBeInTheDocument();
  }, 20_000);

  it('has the menu that the server gives, a welcome by the member’s name, and no settings', async () => {
    await settled(open('/'), '김하늘님, 안녕하세요');
    const menu = screen.getByRole('navigation', { name: '메뉴' });
    expect(within(menu).getByRole('link', { name: '내 정보' })).toBeInTheDocument();
    expect(within(menu).getByRole('button', { name: '측정 결과' })).toBeInTheDocument();
    expect(screen.getByText('김하늘님 [회원 권한으로 접속] 환영합니다.')).toBeInTheDocument();
    expect(screen.queryByLabelText('계정 설정')).not.toBeInTheDocument();
    expect(screen.queryByText('계정 설정')).not.toBeInTheDocument();
    expect(screen.queryByLabelText('내 작업')).not.toBeInTheDocument();
  }, 20_000);

  it('has a palette that leads to the member’s pages and to no others', async () => {
    const opened = open('/');
    await settled(opened, '김하늘님, 안녕하세요');
    await userEvent.click(screen.getByRole('button', { name: '빠른 이동 (Ctrl+K)' }));
    const search = await screen.findByPlaceholderText('화면 또는 기능 검색');
    const dialog = search.closest<HTMLElement>('[role="dialog"]') ?? document.body;
    expect(await within(dialog).findByText('내 정보')).toBeInTheDocument();
    expect(within(dialog).queryByText(/설정|등록|참여 이력|시력/)).not.toBeInTheDocument();
    await userEvent.type(search, '신체');
    await userEvent.click(await within(dialog).findByText('신체'));
    await screen.findByRole('heading', { level: 1, name: '신체 측정 결과' }, { timeout: 15_000 });
    expect(opened.router.state.location.pathname).toBe('/users/measurements/physical');
  }, 30_000);

  it('shows no page of the staff', async () => {
    await settled(open('/company_management/vendor_management'), '접근 권한이 없습니다');
    expect(server.requestsOf('ListCompanies')).toEqual([]);
  }, 20_000);
});
