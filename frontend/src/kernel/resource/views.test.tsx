// Tests saved views: what is saved, how a view is applied, and how a list shows that it deviates
// from its view.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { choiceKind } from '~/kernel/field/choice-kind';
import { textKind } from '~/kernel/field/text-kind';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import '~/kernel/testing/unmeasured';
import { WITHIN_LIST } from '~/kernel/url/list-state';
import type { ListQuery, Resource, ResourceRecord } from './definition';
import type { SavedView } from './known-views';
import { ResourceList } from './resource-list';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
// Known before any page is rendered.
vi.mock('~/kernel/session/account', async (original) => ({
  ...(await original<object>()),
  useMe: () => ({ data: { accountId: 3, permissionGroup: { name: '운영팀' } } }),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: false, update: false, delete: false }),
}));

interface Code extends ResourceRecord {
  id: number;
  name: string;
  code: string;
}

const list = vi.fn((_: ListQuery) =>
  Promise.resolve(pageOf([{ id: 1, name: '하나', code: 'ONE' }])),
);

const codes: Resource<Code> = {
  key: 'codes',
  path: '/codes',
  title: 'code.title',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  filterForm: 'CodeFilter',
  fields: [
    {
      name: 'name',
      label: 'code.name',
      kind: textKind,
      column: { width: 100, sort: { ascending: 'PLACE', descending: 'NEWEST' } },
      filter: ['name'],
    },
    { name: 'code', label: 'code.code', kind: textKind, column: { width: 100 } },
    { name: 'memo', label: 'company.memo', kind: textKind, column: { width: 100 } },
    {
      name: 'isActive',
      label: 'code.list',
      kind: choiceKind({ words: ['true', 'false'], prefix: 'code.list' }),
      filter: ['isActive'],
    },
  ],
  api: { list: (query) => list(query) },
};

const permit = { allowed: true, reason: null };
const refused = { allowed: false, reason: 'forbidden' };
const view = (savedViewId: number, parts: Partial<SavedView> = {}): SavedView => ({
  savedViewId,
  list: 'codes',
  name: `보기 ${String(savedViewId)}`,
  query: 'isActive=true&sort=NEWEST',
  columns: [
    { name: 'name', isShown: true },
    { name: 'code', isShown: false },
  ],
  visibility: 'PRIVATE',
  isDefault: false,
  ownerName: '김담당',
  version: 1,
  can: { update: permit, delete: permit },
  ...parts,
});

let views: SavedView[];
/** A promise that the loading of a page waits for. */
let slow = Promise.resolve();
/** A promise that the response waits for. */
let told = Promise.resolve();
beforeEach(() => {
  views = [];
  told = Promise.resolve();
  list.mockClear();
});

function open(address = '/codes') {
  server = new FakeServer({
    ListSavedViews: () => told.then(() => views),
    CreateSavedView: ({ body }) => {
      const made = view(9, body);
      views = [...views, made];
      return made;
    },
    UpdateSavedView: ({ path, body }) => {
      const { savedViewId } = path as { savedViewId: number };
      const changed = { ...view(savedViewId), ...(body as Partial<SavedView>), version: 2 };
      views = views.map((one) => (one.savedViewId === savedViewId ? changed : one));
      return changed;
    },
    DeleteSavedView: ({ path }) => {
      views = views.filter(
        ({ savedViewId }) => savedViewId !== (path as { savedViewId: number }).savedViewId,
      );
      return {};
    },
  });
  return renderRoutes(
    [
      { path: '/', element: null },
      { path: '/slow', loader: () => slow.then(() => null), element: null },
      { path: '/codes', element: <ResourceList resource={codes} /> },
    ],
    address,
  );
}

async function menu() {
  await userEvent.click(await screen.findByRole('button', { name: /^저장한 보기/ }));
  return within(await screen.findByRole('dialog', { name: '저장한 보기' }));
}

const search = (router: ReturnType<typeof open>['router']) =>
  Object.fromEntries(new URLSearchParams(router.state.location.search));

describe('saving', () => {
  it('keeps filters, order and columns under a name, and not what was typed', async () => {
    const { router } = open(
      '/codes?name=hana&isActive=true&sort=NEWEST&page=0&pageSize=50&other=1',
    );
    const opened = await menu();
    await userEvent.click(await opened.findByRole('button', { name: '새 보기로 저장' }));
    const name = opened.getByRole('textbox', { name: /보기 이름/ });
    expect(name).toHaveFocus();
    expect(opened.getByText(/입력한 검색어는 저장되지 않습니다/)).toBeVisible();
    expect(opened.getByText(/권한 그룹이 ‘운영팀’인 계정/)).toBeVisible();
    await userEvent.type(name, '사용 중인 코드');
    await userEvent.click(opened.getByRole('checkbox', { name: '권한 그룹과 공유' }));
    await userEvent.keyboard('{Enter}');
    await userEvent.click(opened.getByRole('button', { name: '저장' }));
    expect(
      await screen.findByRole('button', { name: '저장한 보기, 사용 중인 코드' }),
    ).toBeVisible();
    expect(server.requestsOf('CreateSavedView').map(({ body }) => body)).toEqual([
      {
        list: 'codes',
        name: '사용 중인 코드',
        visibility: 'GROUP',
        isDefault: false,
        query: 'isActive=true&sort=NEWEST',
        columns: [
          { name: 'name', isShown: true },
          { name: 'code', isShown: true },
          { name: 'memo', isShown: true },
        ],
      },
    ]);
    expect(search(router)).toMatchObject({ view: '9', name: 'hana', isActive: 'true' });
  });

  it('wants a name before it asks the server', async () => {
    open();
    const opened = await menu();
    await userEvent.click(await opened.findByRole('button', { name: '새 보기로 저장' }));
    const name = opened.getByRole('textbox', { name: /보기 이름/ });
    await userEvent.type(name, '  ');
    await userEvent.click(opened.getByRole('button', { name: '저장' }));
    expect(name).toHaveAccessibleDescription('필수 입력 항목입니다.');
    expect(name).toBeInvalid();
    await waitFor(() => {
      expect(name).toHaveFocus();
    });
    expect(server.requestsOf('CreateSavedView')).toEqual([]);
    await userEvent.type(name, '가');
    expect(name).toBeValid();
  });

  it('says what is wrong with the name beside it', async () => {
    open();
    const opened = await menu();
    await userEvent.click(await opened.findByRole('button', { name: '새 보기로 저장' }));
    const fields = [{ path: 'name', code: 'taken', params: {} }];
    server.refuse('CreateSavedView', refusal(10010, 409, { fields }));
    await userEvent.type(opened.getByRole('textbox', { name: /보기 이름/ }), '가{Enter}');
    expect(await opened.findByText(/이미 (사용|있)/)).toBeVisible();
  });
});

describe('a view', () => {
  it('is chosen, and sets the address and the columns', async () => {
    views = [view(4), view(5, { visibility: 'GROUP', can: { update: refused, delete: refused } })];
    const { router } = open('/codes?name=hana&page=2&pageSize=50');
    expect(await screen.findByRole('columnheader', { name: /^코드/ })).toBeVisible();
    const opened = await menu();
    expect(await opened.findByText('김담당')).toBeVisible();
    expect(opened.queryByRole('button', { name: /보기 5 (수정|삭제)/ })).toBeNull();
    await userEvent.click(opened.getByRole('button', { name: '보기 4' }));
    expect(search(router)).toEqual({
      isActive: 'true',
      sort: 'NEWEST',
      view: '4',
      pageSize: '50',
    });
    expect(await screen.findByRole('button', { name: '저장한 보기, 보기 4' })).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: /^코드/ })).toBeNull();
    expect(list.mock.lastCall?.[0]).toMatchObject({ isActive: 'true', sort: 'NEWEST' });
  });

  it('says that the list is no longer as it says, and takes that over', async () => {
    views = [view(4)];
    open('/codes?view=4&isActive=false&name=hana&sort=NEWEST');
    expect(
      await screen.findByRole('button', { name: '저장한 보기, 보기 4, 변경됨' }),
    ).toBeVisible();
    const opened = await menu();
    await userEvent.click(opened.getByRole('button', { name: '지금 조건을 ‘보기 4’에 저장' }));
    expect(await screen.findByRole('button', { name: '저장한 보기, 보기 4' })).toBeVisible();
    expect(server.requestsOf('UpdateSavedView').map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: { savedViewId: 4 },
        body: {
          query: 'isActive=false&sort=NEWEST',
          columns: [
            { name: 'name', isShown: true },
            { name: 'code', isShown: false },
            { name: 'memo', isShown: true },
          ],
          version: 1,
        },
      },
    ]);
  });

  it('is renamed where it stands', async () => {
    views = [view(4)];
    open();
    const opened = await menu();
    await userEvent.click(await opened.findByRole('button', { name: /보기 4 수정/ }));
    const name = opened.getByRole('textbox', { name: /보기 이름/ });
    await userEvent.clear(name);
    await userEvent.type(name, '새 이름{Enter}');
    await waitFor(() => {
      expect(server.requestsOf('UpdateSavedView').map(({ body }) => body)).toEqual([
        { name: '새 이름', visibility: 'PRIVATE', isDefault: false, version: 1 },
      ]);
    });
  });

  it('that somebody else has changed meanwhile is read again, and saved when it is opened again', async () => {
    views = [view(4)];
    open();
    const opened = await menu();
    const edit = async () => {
      await userEvent.click(await opened.findByRole('button', { name: /보기 \S+ 수정/ }));
      return opened.getByRole('textbox', { name: /보기 이름/ });
    };
    const name = await edit();
    views = [view(4, { name: '보기 다섯', version: 5 })];
    server.refuse('UpdateSavedView', refusal(10008, 409));
    await userEvent.type(name, '!{Enter}');
    await waitFor(() => {
      expect(server.requestsOf('ListSavedViews')).toHaveLength(2);
    });
    await userEvent.click(opened.getByRole('button', { name: '취소' }));
    await opened.findByRole('button', { name: '보기 다섯' });
    await userEvent.type(await edit(), '!{Enter}');
    await waitFor(() => {
      expect(server.requestsOf('UpdateSavedView').at(-1)?.body).toMatchObject({
        name: '보기 다섯!',
        version: 5,
      });
    });
  });

  it('is removed and made again', async () => {
    views = [view(4)];
    const { router } = open('/codes?view=4&isActive=true&sort=NEWEST');
    const opened = await menu();
    await userEvent.click(await opened.findByRole('button', { name: /보기 4 삭제/ }));
    await userEvent.click(await screen.findByRole('button', { name: '되돌리기' }));
    expect(await screen.findByText('복원했습니다.')).toBeVisible();
    expect(server.requestsOf('CreateSavedView').map(({ body }) => body)).toEqual([
      {
        list: 'codes',
        name: '보기 4',
        query: 'isActive=true&sort=NEWEST',
        columns: view(4).columns,
        visibility: 'PRIVATE',
        isDefault: false,
      },
    ]);
    expect(search(router)).toMatchObject({ view: '9', isActive: 'true' });
  });
});

describe('the columns of a view', () => {
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

  it('are in its order, and what is moved alters it', async () => {
    const columns = ['name', 'memo', 'code'].map((name) => ({ name, isShown: true }));
    views = [view(4, { columns, isDefault: true })];
    open();
    await screen.findByRole('button', { name: '저장한 보기, 보기 4' });
    expect(heads()).toEqual(['이름(한국어)', '메모', '코드 값']);
    await userEvent.click(screen.getByRole('button', { name: '표 보기 설정' }));
    const up = await screen.findByRole('button', { name: '코드 값: 위로' });
    await userEvent.click(up);
    expect(heads()).toEqual(['이름(한국어)', '코드 값', '메모']);
    expect(up).toHaveFocus();
    // The first column identifies the row and cannot be moved.
    await userEvent.click(up);
    expect(heads()).toEqual(['이름(한국어)', '코드 값', '메모']);
    expect(
      screen.getByRole('button', { name: '저장한 보기, 보기 4, 변경됨', hidden: true }),
    ).toBeInTheDocument();
  });
});

describe('the columns of a view belong to its tab', () => {
  const device = () => ({
    columns: localStorage.getItem('uno-table-columns'),
    order: localStorage.getItem('uno-table-order'),
  });
  const code = () => screen.queryByRole('columnheader', { name: /^코드/ });
  const memo = () => screen.queryByRole('columnheader', { name: '메모' });
  const hide = async (column: string) => {
    await userEvent.click(screen.getByRole('button', { name: '표 보기 설정' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: column }));
    await userEvent.keyboard('{Escape}');
  };
  /** A storage event, as another tab of this browser would cause it. */
  const elsewhere = (columns: object) => {
    const newValue = JSON.stringify(columns);
    localStorage.setItem('uno-table-columns', newValue);
    act(() => {
      const key = 'uno-table-columns';
      window.dispatchEvent(
        new StorageEvent('storage', { key, newValue, storageArea: localStorage }),
      );
    });
  };

  it('and are neither kept for others nor disturbed by them', async () => {
    views = [view(4, { isDefault: true })];
    open();
    await screen.findByRole('button', { name: '저장한 보기, 보기 4' });
    expect(code()).toBeNull();
    elsewhere({ codes: { code: true, memo: false } });
    expect(code()).toBeNull();
    expect(memo()).toBeVisible();
    const before = device();
    await hide('메모');
    expect(
      await screen.findByRole('button', { name: '저장한 보기, 보기 4, 변경됨' }),
    ).toBeVisible();
    expect(memo()).toBeNull();
    expect(device(), 'another tab shows them as before').toEqual(before);
  });

  it('are shown by whoever opens its address, and stay as they were altered when the tab is loaded again', async () => {
    views = [view(4)];
    const address = '/codes?view=4&isActive=true&sort=NEWEST';
    const first = open(address);
    expect(await screen.findByRole('button', { name: '저장한 보기, 보기 4' })).toBeVisible();
    expect(code()).toBeNull();
    await hide('메모');
    first.unmount();
    open(address);
    expect(
      await screen.findByRole('button', { name: '저장한 보기, 보기 4, 변경됨' }),
    ).toBeVisible();
    expect(memo()).toBeNull();
  });

  it('are those of the view again where somebody has changed it meanwhile', async () => {
    views = [view(4)];
    const address = '/codes?view=4&isActive=true&sort=NEWEST';
    const first = open(address);
    await screen.findByRole('button', { name: '저장한 보기, 보기 4' });
    await hide('메모');
    first.unmount();
    const columns = ['code', 'memo'].map((name) => ({ name, isShown: true }));
    views = [view(4, { columns, version: 2 })];
    open(address);
    expect(await screen.findByRole('button', { name: '저장한 보기, 보기 4' })).toBeVisible();
    expect(memo()).toBeVisible();
  });

  it('and give way to those of this device when it is left', async () => {
    views = [view(4)];
    open();
    await screen.findByText('하나');
    await hide('메모');
    expect(device().columns).toBe(JSON.stringify({ codes: { memo: false } }));
    const opened = await menu();
    await userEvent.click(opened.getByRole('button', { name: '보기 4' }));
    expect(await screen.findByRole('columnheader', { name: '메모' })).toBeVisible();
    const again = await menu();
    await userEvent.click(again.getByRole('button', { name: '보기 해제' }));
    expect(await screen.findByRole('columnheader', { name: /^코드/ })).toBeVisible();
    expect(memo()).toBeNull();
  });
});

describe('the default view', () => {
  it('opens a list that is asked for nothing, and stays away once it was left', async () => {
    views = [view(4, { isDefault: true })];
    const { router } = open();
    expect(await screen.findByRole('button', { name: '저장한 보기, 보기 4' })).toBeVisible();
    expect(search(router)).toEqual({ isActive: 'true', sort: 'NEWEST', view: '4' });
    const opened = await menu();
    await userEvent.click(opened.getByRole('button', { name: '보기 해제' }));
    expect(await screen.findByRole('columnheader', { name: /^코드/ })).toBeVisible();
    expect(router.state.location.search).toBe('');
    expect(list.mock.lastCall?.[0]).toEqual({ page: 0, pageSize: 20 });
  });

  it('opens it without asking first where this browser knows it', async () => {
    views = [view(4, { isDefault: true })];
    const { router, queryClient } = open();
    await screen.findByRole('button', { name: '저장한 보기, 보기 4' });
    await act(() => router.navigate('/'));
    queryClient.clear();
    list.mockClear();
    server.refuse('ListSavedViews', refusal(0, 0));
    await act(() => router.navigate('/codes'));
    expect(await screen.findByRole('button', { name: '저장한 보기, 보기 4' })).toBeVisible();
    expect(search(router)).toMatchObject({ view: '4' });
    await waitFor(() => {
      expect(list.mock.calls.map(([query]) => query.isActive)).toEqual(['true']);
    });
  });

  it.each([
    ['of another release', { '3 codes': view(4) }],
    ['without its columns', { format: 1, views: { '3 codes': { ...view(4), columns: null } } }],
  ])('is asked for where what this browser has kept is %s', async (_, kept) => {
    localStorage.setItem('uno-default-views', JSON.stringify(kept));
    const { router } = open();
    expect(await screen.findByText('하나')).toBeVisible();
    await waitFor(() => {
      expect(server.requestsOf('ListSavedViews')).toHaveLength(1);
    });
    expect(router.state.location.search).toBe('');
  });

  describe('that this browser knows and the server no more', () => {
    let tell: () => void = () => undefined;
    const openAsKept = () => {
      const { savedViewId, name, query, columns } = view(4);
      const kept = { '3 codes': { savedViewId, name, query, columns } };
      localStorage.setItem('uno-default-views', JSON.stringify({ format: 1, views: kept }));
      told = new Promise((resolve) => (tell = resolve));
      return open().router;
    };
    const isKept = () => localStorage.getItem('uno-default-views')?.includes('보기 4') === true;

    it('leaves the list, and is forgotten', async () => {
      const router = openAsKept();
      await screen.findByText('하나');
      expect(search(router)).toMatchObject({ view: '4', isActive: 'true' });
      tell();
      await waitFor(() => {
        expect(list.mock.lastCall?.[0]).toEqual({ page: 0, pageSize: 20 });
      });
      expect(router.state.location.search).toBe('');
      expect(await screen.findByRole('columnheader', { name: /^코드/ })).toBeVisible();
      expect(isKept()).toBe(false);
    });

    it('takes nothing from whoever has touched the filters meanwhile', async () => {
      const router = openAsKept();
      await screen.findByText('하나');
      await act(() => router.navigate('/codes?view=4&isActive=false', { state: WITHIN_LIST }));
      tell();
      await waitFor(() => {
        expect(isKept()).toBe(false);
      });
      expect(search(router)).toEqual({ view: '4', isActive: 'false' });
    });

    it('leaves it also for whoever has only gone on to another page', async () => {
      const router = openAsKept();
      await screen.findByText('하나');
      const { search: at } = router.state.location;
      await act(() => router.navigate(`/codes${at}&page=1&pageSize=50`, { state: WITHIN_LIST }));
      tell();
      await waitFor(() => {
        expect(search(router)).toEqual({ pageSize: '50' });
      });
    });

    it('gives its place to the one that is the default now', async () => {
      views = [view(5, { isDefault: true, query: 'isActive=false' })];
      const router = openAsKept();
      await screen.findByText('하나');
      tell();
      await waitFor(() => {
        expect(search(router)).toEqual({ view: '5', isActive: 'false' });
      });
    });

    it('is left too where its removal is told by the second answer', async () => {
      views = [view(4, { isDefault: true })];
      const { router, queryClient } = open();
      await screen.findByRole('button', { name: '저장한 보기, 보기 4' });
      await act(() => router.navigate('/'));
      views = [];
      // Cached views are refetched when the list is opened again.
      await act(() =>
        queryClient.invalidateQueries({ queryKey: ['saved-views'], refetchType: 'none' }),
      );
      await act(() => router.navigate('/codes'));
      await waitFor(() => {
        expect(search(router)).toEqual({});
      });
      expect(isKept()).toBe(false);
    });
  });

  it('calls nobody back who has chosen another page', async () => {
    const { router, queryClient } = open();
    await screen.findByText('하나');
    let arrive: () => void = () => undefined;
    slow = new Promise((resolve) => (arrive = resolve));
    act(() => void router.navigate('/slow'));
    queryClient.setQueryData(['saved-views', 'codes'], [view(4, { isDefault: true })]);
    // Waits until the list has rendered with it.
    await act(() => new Promise((drawn) => setTimeout(drawn, 50)));
    arrive();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/slow');
    });
  });

  it('is not asked about where the address asks for something', async () => {
    views = [view(4, { isDefault: true })];
    const { router } = open('/codes?isActive=false');
    await screen.findByText('하나');
    await menu();
    expect(search(router)).toEqual({ isActive: 'false' });
  });
});
