import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { Component as CreateDialog } from '~/kernel/resource/create-dialog';
import { Component as DetailDialog } from '~/kernel/resource/detail-dialog';
import { Component as EditDialog } from '~/kernel/resource/edit-dialog';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import '~/kernel/testing/unmeasured';
import { Component as GroupListPage } from './group-list-page';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

type Group = Answer<'GetPermissionGroup'>;
type Item = Answer<'ListGrantableMenuItems'>[number];

const GROUPS = '/system_management/permission_group_management';
const permit = { allowed: true, reason: null };
const ALL = { read: true, create: true, update: true, delete: true };

function item(menuItemId: number, parentId: number | null, fullUrl: string, name: string): Item {
  return {
    menuItemId,
    parentId,
    name,
    isNameGiven: true,
    fullUrl,
    unrestricted: false,
    isHidden: false,
    isForMembers: false,
    grant: ALL,
  };
}

const ITEMS = [
  item(1, null, '/member_management', '회원 관리'),
  item(2, 1, '/member_management/company_member_management', '업체 회원 관리'),
  item(3, null, '/history', '이력 관리'),
  { ...item(4, 3, '/history/physical', '신체 이력'), grant: { ...ALL, delete: false } },
];

const GROUP: Group = {
  permissionGroupId: 7,
  name: '상담 담당',
  description: null,
  authority: 'RETAILER',
  requiresTwoSteps: false,
  allowedServiceIds: [],
  allowedMenuItems: [{ menuItemId: 2, read: true, create: true, update: false, delete: false }],
  companyName: '가온 메디컬',
  isBuiltIn: false,
  accountCount: 12,
  createdAt: '2026-11-01T09:00:00+09:00',
  updatedAt: '2026-11-02T10:00:00+09:00',
  version: 3,
  can: { update: permit, delete: permit },
};

let current = GROUP;

function open(address: string) {
  current = GROUP;
  server = new FakeServer({
    ListPermissionGroups: () => pageOf([GROUP]),
    GetPermissionGroup: () => current,
    ListGrantableMenuItems: () => ITEMS,
    ListServices: () => pageOf([{ id: 1, code: 'HEALTH', name: '건강 측정' }]),
    CreatePermissionGroup: () => GROUP,
    UpdatePermissionGroup: () => GROUP,
    ListPermissionGroupRevisions: () =>
      pageOf([
        {
          revisionId: 1,
          action: 'UPDATE',
          createdAt: '2026-11-02T10:00:00+09:00',
          accountName: '관리자',
          changes: [
            {
              field: 'allowedMenuItems[/member_management/company_member_management]',
              before: null,
              after: 'READ, CREATE',
            },
          ],
          canUndo: false,
        },
      ]),
  });
  return renderRoutes(
    [
      {
        path: GROUPS,
        Component: GroupListPage,
        children: [
          { path: 'new', Component: CreateDialog },
          { path: ':id', Component: DetailDialog },
          { path: ':id/edit', Component: EditDialog },
          { path: ':id/copy', Component: CreateDialog },
        ],
      },
    ],
    address,
  );
}

const box = (name: string) => screen.findByRole('checkbox', { name });
const confirm = async () => {
  const question = await screen.findByRole('dialog', { name: '이 내용으로 저장하시겠습니까?' });
  await userEvent.click(within(question).getByRole('button', { name: '저장' }));
};
const save = () => userEvent.click(screen.getByRole('button', { name: '저장' }));

describe('groups', () => {
  it('say whose they are and lead to their accounts', async () => {
    open(GROUPS);
    const row = await screen.findByRole('row', { name: /상담 담당/ });
    expect(row).toHaveTextContent('가온 메디컬');
    expect(within(row).getByRole('link', { name: '12' })).toHaveAttribute(
      'href',
      '/account_management/manager_account?permissionGroupId=7',
    );
  });
});

describe('the matrix of a group', () => {
  it('is a table whose boxes say of what and of which menu they are, sections half checked', async () => {
    open(`${GROUPS}/7/edit`);
    expect(await box('업체 회원 관리 조회')).toBeChecked();
    expect(await box('업체 회원 관리 수정')).not.toBeChecked();
    expect(await box('회원 관리 모두')).toBePartiallyChecked();
    const table = screen.getByRole('table', { name: '' }).closest('[role="group"]');
    expect(table).toHaveAccessibleName('메뉴 권한');
    expect(screen.getByRole('rowheader', { name: '업체 회원 관리' })).toBeInTheDocument();
    expect(screen.getByRole('columnheader', { name: '삭제' })).toBeInTheDocument();
  });

  it('is walked with arrow keys and changed with the space bar', async () => {
    open(`${GROUPS}/7/edit`);
    const first = await box('모든 메뉴 모두');
    first.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}');
    const update = await box('업체 회원 관리 수정');
    expect(update).toHaveFocus();
    await userEvent.keyboard(' ');
    expect(update).toBeChecked();
    await userEvent.keyboard('{End}');
    expect(await box('업체 회원 관리 삭제')).toHaveFocus();
  });

  it('says before saving what changes for how many accounts, and sends it with the version', async () => {
    open(`${GROUPS}/7/edit`);
    await userEvent.click(await box('모든 메뉴 삭제'));
    await save();
    expect(server.requestsOf('UpdatePermissionGroup')).toEqual([]);
    const told = await screen.findByText(/적용되는 계정: 12/);
    expect(told).toHaveTextContent('저장하면 바뀌는 메뉴: 1');
    expect(within(told).getByRole('listitem')).toHaveTextContent('업체 회원 관리 · 추가: 삭제');
    await confirm();
    await waitFor(() => {
      expect(server.requestsOf('UpdatePermissionGroup').map(({ body }) => body)).toMatchObject([
        {
          version: 3,
          allowedMenuItems: [
            { menuItemId: 2, read: true, create: true, update: false, delete: true },
          ],
        },
      ]);
    });
  });

  it('says which services are gained and lost', async () => {
    open(`${GROUPS}/7/edit`);
    await box('업체 회원 관리 조회');
    await userEvent.click(screen.getByRole('combobox', { name: '서비스' }));
    await userEvent.click(await screen.findByRole('option', { name: '건강 측정' }));
    await save();
    const told = await screen.findByText(/적용되는 계정: 12/);
    expect(within(told).getByRole('listitem')).toHaveTextContent('추가: 건강 측정');
  });

  it('says that a second step is demanded of its accounts', async () => {
    open(`${GROUPS}/7/edit`);
    await box('업체 회원 관리 조회');
    await userEvent.click(screen.getByRole('switch', { name: '2단계 인증 필수' }));
    await save();
    const told = await screen.findByText(/적용되는 계정: 12/);
    expect(within(told).getByRole('listitem')).toHaveTextContent('2단계 인증 필수 · 예');
    await confirm();
    await waitFor(() => {
      expect(server.requestsOf('UpdatePermissionGroup')[0]?.body).toMatchObject({
        requiresTwoSteps: true,
      });
    });
  });

  it('asks nothing where its accounts may do what they could', async () => {
    open(`${GROUPS}/7/edit`);
    await box('업체 회원 관리 조회');
    await userEvent.type(screen.getByRole('textbox', { name: '그룹 이름' }), '자');
    await save();
    await waitFor(() => {
      expect(server.requestsOf('UpdatePermissionGroup')).toHaveLength(1);
    });
  });

  it('keeps what its reader may not give', async () => {
    open(`${GROUPS}/7/edit`);
    const fixed = await box('신체 이력 삭제');
    expect(fixed).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(fixed);
    expect(fixed).not.toBeChecked();
  });

  it('says by entries of the menu what has been changed of it when somebody else was faster', async () => {
    open(`${GROUPS}/7/edit`);
    await userEvent.click(await box('업체 회원 관리 삭제'));
    server.refuse('UpdatePermissionGroup', refusal(10008, 409));
    current = { ...GROUP, version: 4, description: '남의 설명' };
    await save();
    await confirm();
    const own = await screen.findByRole('group', { name: '메뉴 권한 · 업체 회원 관리' });
    expect(own).toHaveTextContent(/삭제저장할 값$/);
    expect(screen.getByRole('group', { name: '설명' })).toHaveTextContent(
      /저장된 값남의 설명관리자 · .*저장할 값내가 입력한 값–/,
    );
  });

  it('shows the menu as the group will see it', async () => {
    open(`${GROUPS}/7/edit`);
    await box('업체 회원 관리 조회');
    await userEvent.click(screen.getByRole('tab', { name: '미리보기' }));
    const menu = await screen.findByRole('navigation', { name: '이 그룹에 보이는 메뉴' });
    expect(within(menu).getByText('업체 회원 관리')).toBeVisible();
    expect(within(menu).queryByText('이력 관리')).toBeNull();
  });

  it('shows what the server refuses of it', async () => {
    open(`${GROUPS}/7/edit`);
    await userEvent.click(await box('업체 회원 관리 삭제'));
    const fields = [{ path: 'allowedMenuItems[0].delete', code: 'notHeld', params: {} }];
    server.refuse('UpdatePermissionGroup', refusal(10002, 422, { fields }));
    await save();
    await confirm();
    expect(await screen.findByText('본인에게 없는 권한은 줄 수 없습니다.')).toBeVisible();
  });
});

it('the matrix that is looked at says what its signs mean, beside each of them', async () => {
  open(`${GROUPS}/7`);
  const dialog = await screen.findByRole('dialog', { name: '상담 담당' });
  const sign = async (name: string) =>
    (await within(dialog).findByRole('img', { name })).textContent;
  expect(await sign('업체 회원 관리 조회: 허용')).toBe('✓');
  expect(await sign('업체 회원 관리 모두: 일부')).toBe('◐');
  expect(await sign('업체 회원 관리 삭제: 허용 안 함')).toBe('–');
  const legend = [...dialog.querySelectorAll('ul[aria-hidden] li')];
  expect(legend.map(({ textContent }) => textContent)).toEqual(['✓허용', '◐일부', '–허용 안 함']);
});

it('a group is copied without its name', async () => {
  open(`${GROUPS}/7/copy`);
  expect(await box('업체 회원 관리 조회')).toBeChecked();
  expect(screen.getByRole('textbox', { name: '그룹 이름' })).toHaveValue('');
});

it('the history names the menu and the actions in words', async () => {
  open(`${GROUPS}/7`);
  await userEvent.click(await screen.findByRole('tab', { name: '변경 이력' }));
  const row = await screen.findByRole('row', { name: /메뉴 권한/ });
  expect(row).toHaveTextContent('메뉴 권한 · 업체 회원 관리');
  expect(row).toHaveTextContent('조회 및 등록');
});
