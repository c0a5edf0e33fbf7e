// Tests the menu of a full installation, with three levels: sections, groups and pages.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { MEMBERS_PATH, ONLINE_USERS_PATH, REGULAR_USERS_PATH } from '~/kernel/screen/known-paths';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { menuItem } from '~/kernel/testing/menu';
import { renderRoutes } from '~/kernel/testing/render-routes';
import CommandPalette from './command-palette';
import { Sidebar } from './sidebar';

let server: FakeServer;
let answersMenu = true;
beforeEach(() => {
  answersMenu = true;
});
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/domain/session', () => ({
  authority: () => 'ADMIN',
  noteActivity: () => Promise.resolve(Infinity),
  onSessionChange: () => () => undefined,
}));

const MENU = [
  menuItem('/statistics', '통계', [
    menuItem('/tests', '검사', [
      menuItem('/case', '검사 항목'),
      menuItem('/category', '검사 분류'),
    ]),
    menuItem('/members', '회원', [menuItem('/app', '앱별 회원')]),
    menuItem('/ranking', '업체 순위'),
  ]),
  menuItem('/history', '이력 관리', [menuItem('/stress', '스트레스')]),
];

/** Screens grouped by an installation under headings, which have no address. */
const GATHERED = [
  menuItem('', '매일 보는 것', [
    menuItem('/history/stress', '스트레스'),
    menuItem('', '통계 모음', [menuItem('/statistics/ranking', '업체 순위')]),
  ]),
  menuItem('/history', '이력 관리', [menuItem('/body', '신체')]),
];

function open(
  address: string,
  looks: {
    icons?: boolean;
    palette?: boolean;
    menu?: typeof MENU;
    mayRead?: readonly string[];
    mayCreate?: boolean;
  } = {},
) {
  const { mayRead = [], mayCreate = false } = looks;
  const may = { unrestricted: false, read: true, create: mayCreate, update: false, delete: false };
  const allowedMenuItems = mayRead.map((url, at) => ({ menuItemId: at + 1, url, ...may }));
  server = new FakeServer({
    ListMenuItems: () => (answersMenu ? (looks.menu ?? MENU) : Promise.reject(refusal(10000, 500))),
    GetAccount: () =>
      ({
        permissionGroup: { name: '', allowedServiceIds: [], allowedMenuItems },
      }) as unknown as Answer<'GetAccount'>,
  });
  const element = looks.palette ? (
    <CommandPalette onClose={vi.fn()} />
  ) : (
    <Sidebar icons={looks.icons ?? false} onLogout={vi.fn()} />
  );
  return renderRoutes([{ path: '*', element }], address);
}

const group = (name: string) => screen.findByRole('button', { name });
const openGroups = () =>
  screen.queryAllByRole('button', { expanded: true }).map((button) => button.textContent);

describe('a menu of three levels', () => {
  it('is open down to the page, which is marked', async () => {
    open('/statistics/tests/case');
    await group('통계');
    expect(openGroups()).toEqual(['통계', '검사']);
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('검사 항목');
  });

  it('keeps one group open beside others, in each level', async () => {
    open('/statistics/tests/case');
    await userEvent.click(await group('회원'));
    expect(openGroups()).toEqual(['통계', '회원']);
    await userEvent.click(await group('회원'));
    expect(openGroups()).toEqual(['통계']);
    await userEvent.click(await group('이력 관리'));
    expect(openGroups()).toEqual(['이력 관리']);
  });

  it('opens at another page, whatever the reader has opened before', async () => {
    const { router } = open('/history/stress');
    await userEvent.click(await group('통계'));
    await router.navigate('/statistics/members/app');
    await waitFor(() => {
      expect(openGroups()).toEqual(['통계', '회원']);
    });
  });

  it('is gone through by Tab, past what is not open', async () => {
    open('/statistics/members/app');
    (await group('통계')).focus();
    const visited: (string | null | undefined)[] = [];
    for (let step = 0; step < 5; step += 1) {
      visited.push(document.activeElement?.textContent);
      await userEvent.tab();
    }
    expect(visited).toEqual(['통계', '검사', '회원', '앱별 회원', '업체 순위']);
  });

  it('brings the current page into sight', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    open('/statistics/tests/category');
    await group('통계');
    await waitFor(() => {
      expect(shown.mock.contexts).toEqual([screen.getByRole('link', { current: 'page' })]);
    });
  });

  it('shows every page below an icon, under the name of its group', async () => {
    open('/statistics/tests/case', { icons: true });
    await userEvent.click(await group('통계'));
    const flyout = await screen.findByRole('menu');
    const pages = within(flyout).getAllByRole('menuitem');
    expect(pages.map((page) => page.getAttribute('href'))).toEqual([
      '/statistics/tests/case',
      '/statistics/tests/category',
      '/statistics/members/app',
      '/statistics/ranking',
    ]);
    const tests = within(flyout).getByRole('group', { name: '검사' });
    expect(within(tests).getAllByRole('menuitem')).toHaveLength(2);
    expect(within(flyout).getByRole('menuitem', { current: 'page' })).toHaveTextContent(
      '검사 항목',
    );
  });

  it('is told whole by the palette, so that pages of one name can be told apart', async () => {
    open('/', { palette: true });
    const page = await screen.findByRole('button', { name: /앱별 회원/ });
    expect(page).toHaveTextContent(/통계.? › .?회원/);
  });

  it('has a palette that looks for members of the name that is typed, for whoever may see them', async () => {
    const { router } = open('/', { palette: true, mayRead: [MEMBERS_PATH] });
    const field = await screen.findByRole('textbox', { name: '화면 또는 기능 검색' });
    await userEvent.type(field, '김');
    await userEvent.click(await screen.findByRole('button', { name: '회원에서 ‘김’ 찾기' }));
    expect(router.state.location).toMatchObject({
      pathname: MEMBERS_PATH,
      search: `?name=${encodeURIComponent('김')}`,
    });
  });

  it('has a palette that registers records only where they are registered', async () => {
    const mayRead = [MEMBERS_PATH, REGULAR_USERS_PATH, ONLINE_USERS_PATH];
    const { router } = open('/', { palette: true, mayRead, mayCreate: true });
    await userEvent.click(await screen.findByRole('button', { name: '회원 등록' }));
    expect(router.state.location.pathname).toBe(`${MEMBERS_PATH}/new`);
  });

  it('has a palette that looks for nobody where members may not be seen', async () => {
    open('/', { palette: true });
    await userEvent.type(
      await screen.findByRole('textbox', { name: '화면 또는 기능 검색' }),
      '김하늘',
    );
    expect(await screen.findByText('조건에 맞는 결과가 없습니다')).toBeVisible();
  });
});

describe('a menu that cannot be loaded', () => {
  it.each([
    { icons: false, again: '다시 시도' },
    { icons: true, again: '메뉴를 불러오지 못했습니다. 다시 시도' },
  ])('says so and is requested again ($again)', async ({ icons, again }) => {
    answersMenu = false;
    open('/', { icons });
    const retry = await screen.findByRole('button', { name: again });
    if (!icons) expect(screen.getByRole('status')).toHaveTextContent('메뉴를 불러오지 못했습니다.');
    answersMenu = true;
    await userEvent.click(retry);
    expect(await group('통계')).toBeVisible();
    expect(screen.queryByRole('button', { name: again })).toBeNull();
  });

  it('is named by the palette as the reason why nothing is found', async () => {
    answersMenu = false;
    open('/', { palette: true });
    expect(await screen.findByText('메뉴를 불러오지 못했습니다.')).toBeVisible();
  });
});

describe('a menu with headings', () => {
  it('opens and marks what leads to the page, and nothing else', async () => {
    open('/history/stress/12', { menu: GATHERED });
    await group('매일 보는 것');
    expect(openGroups()).toEqual(['매일 보는 것']);
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('스트레스');
    expect(screen.getByRole('button', { name: '이력 관리' })).not.toHaveAttribute('data-current');
  });

  it('opens and closes them like other groups', async () => {
    open('/history/body', { menu: GATHERED });
    await group('이력 관리');
    expect(openGroups()).toEqual(['이력 관리']);
    await userEvent.click(await group('매일 보는 것'));
    expect(openGroups()).toEqual(['매일 보는 것']);
    await userEvent.click(await group('통계 모음'));
    expect(openGroups()).toEqual(['매일 보는 것', '통계 모음']);
    await userEvent.click(await group('통계 모음'));
    expect(openGroups()).toEqual(['매일 보는 것']);
    await userEvent.click(await group('매일 보는 것'));
    expect(openGroups()).toEqual([]);
  });

  it('keeps the section of a page that the menu does not have', async () => {
    open('/history/vision', { menu: GATHERED });
    await group('이력 관리');
    expect(openGroups()).toEqual(['이력 관리']);
  });
});
