import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Component as CreateDialog } from '~/kernel/resource/create-dialog';
import { Component as EditDialog } from '~/kernel/resource/edit-dialog';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import '~/kernel/testing/unmeasured';
import { Component as MenuPage } from './menu-page';
// Imported up front, so that no test waits for it.
import './menu-tree';
import { entry } from './testing';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const MENU = '/system_management/menu_management';
const NOTES = entry(2, 1, 1000, '/notes', { name: '<b>메모</b>', fullUrl: '/guides/notes' });
const BUILT_IN = entry(3, null, 2000, '/history', {
  name: '이력 관리',
  givenName: '이력 관리',
  can: {
    update: { allowed: true, reason: null },
    delete: { allowed: false, reason: 'builtIn' },
  },
});
const ITEMS = [entry(1, null, 1000, '/guides', { name: '안내' }), NOTES, BUILT_IN];

function open(address: string, read = NOTES) {
  server = new FakeServer({
    ListManagedMenuItems: () => ITEMS,
    GetMenuItem: () => read,
    CreateMenuItem: () => NOTES,
    UpdateMenuItem: () => NOTES,
    DeleteMenuItem: () => ({ revisionId: null }),
  });
  return renderRoutes(
    [
      {
        path: MENU,
        Component: MenuPage,
        children: [
          { path: 'new', Component: CreateDialog },
          { path: ':id/edit', Component: EditDialog },
        ],
      },
    ],
    address,
  );
}

const save = () => userEvent.click(screen.getByRole('button', { name: '저장' }));

describe('the menu', () => {
  it('is a tree of all entries, in which markup is text', async () => {
    open(MENU);
    const tree = await screen.findByRole('treegrid', { name: '메뉴' });
    const rows = within(tree).getAllByRole('row');
    expect(rows.map((row) => row.getAttribute('aria-level'))).toEqual(['1', '2', '1']);
    expect(rows[1]).toHaveTextContent('<b>메모</b>');
  });

  it('says why a screen of the product cannot be deleted', async () => {
    open(MENU);
    const remove = await screen.findByRole('button', { name: '이력 관리 삭제' });
    expect(remove).toHaveAttribute('aria-disabled', 'true');
    await userEvent.hover(remove);
    expect(await screen.findByText(/기본으로 제공되는 항목/)).toBeInTheDocument();
  });

  it('is moved by keys', async () => {
    open(MENU);
    const handle = await screen.findByRole('button', { name: '이력 관리 옮기기' });
    handle.focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    await waitFor(() => {
      expect(server.requestsOf('UpdateMenuItem').map(({ path }) => path)).toEqual([
        { menuItemId: 3 },
      ]);
    });
  });
});

describe('the form of an entry', () => {
  it('asks for names in other languages and sends those that were given', async () => {
    open(`${MENU}/new`);
    const dialog = await screen.findByRole('dialog', { name: '메뉴 등록' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: /메뉴 이름/ }), '자료실');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'English' }), 'Library');
    await save();
    await waitFor(() => {
      expect(server.requestsOf('CreateMenuItem').map(({ body }) => body)).toMatchObject([
        { name: '자료실', names: [{ language: 'en', name: 'Library' }], parentId: null },
      ]);
    });
  });

  it('says of a screen of the product that its names are translated where none is given', async () => {
    const known = '비워 둔 언어에서는 한국어 이름이 보입니다.';
    const given = '비워 둔 언어에서는 기본 화면의 번역된 이름이 보입니다.';
    open(`${MENU}/3/edit`, BUILT_IN);
    expect(await screen.findByText(given)).toBeVisible();
    const name = screen.getByRole('textbox', { name: /메뉴 이름/ });
    await userEvent.type(name, ' 2');
    expect(screen.getByText(known)).toBeVisible();
  });

  it('shows at the address that it is that of another screen', async () => {
    open(`${MENU}/2/edit`);
    const url = await screen.findByRole('textbox', { name: '주소' });
    const fields = [{ path: 'url', code: 'screenUrl', params: {} }];
    server.refuse('UpdateMenuItem', refusal(10002, 422, { fields }));
    await save();
    expect(await screen.findByText(/다른 화면의 주소/)).toBeVisible();
    expect(url).toBeInvalid();
  });
});
