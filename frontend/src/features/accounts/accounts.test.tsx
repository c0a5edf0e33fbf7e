import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { Component as CreateDialog } from '~/kernel/resource/create-dialog';
import { Component as DetailDialog } from '~/kernel/resource/detail-dialog';
import { Component as EditDialog } from '~/kernel/resource/edit-dialog';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { deviceName } from '~/kernel/session/device';
import { Component as LaunchDialog } from './launch-dialog';
import { Component as ManagerList } from './manager-list-page';
import { Component as OperatorList } from './operator-list-page';
import { MANAGERS, OPERATORS } from './screens';
import { Component as EndTwoStepsDialog } from './end-two-steps-dialog';
import { Component as SetPasswordDialog } from './set-password-dialog';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));
vi.mock('~/kernel/session/account', async (original) => ({
  ...(await original<object>()),
  useMe: () => ({ data: { accountId: 5, role: 'DEALER' } }),
  useServices: () => ({ data: [] }),
}));

const yes = { allowed: true, reason: null };
const MANAGER: Answer<'GetManager'> = {
  managerId: 7,
  loginId: 'lee.dealer',
  name: '이대리',
  role: 'DEALER',
  companyId: 3,
  permissionGroupId: 3,
  phoneNumber: null,
  email: null,
  status: 'ACTIVE',
  memo: null,
  companyName: '가온 메디컬',
  permissionGroupName: '대리점',
  hasPassword: true,
  mustChangePassword: false,
  hasTwoSteps: false,
  lockedUntil: null,
  lastSignedInAt: null,
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  version: 1,
  can: { update: yes, delete: yes },
};

const OPERATOR: Answer<'GetOperator'> = {
  ...MANAGER,
  operatorId: 9,
  companyId: 4,
  name: '1층 측정실',
  mainManagerId: null,
  serviceIds: [],
  externalDeviceIds: [],
  externalDeviceNames: [],
  postalCode: null,
  address: null,
  addressDetail: null,
  mainManagerName: null,
  launchStatus: 'PREPARING',
  launchedAt: null,
};

beforeEach(() => {
  server = new FakeServer({
    ListManagers: () => pageOf([MANAGER]),
    GetManager: () => MANAGER,
    ListPermissionGroupChoices: () => [
      { permissionGroupId: 3, name: '대리점', authority: 'DEALER', companyName: null },
      { permissionGroupId: 4, name: '판매점', authority: 'RETAILER', companyName: null },
    ],
    ListCompanyOptions: () => [],
    ListAccountSessions: () => [],
    GetManagerGivenAccess: () => ({ credentials: 0, reportLinks: 0 }),
    GetOperatorGivenAccess: () => ({ credentials: 0, reportLinks: 0 }),
    ListAccountSignIns: () => pageOf([]),
    SetManagerPassword: () => ({ password: 'abcd-efgh-ijkm-npqr' }),
    ListOperators: () => pageOf([OPERATOR]),
    GetOperator: () => OPERATOR,
    LaunchOperators: () => ({}),
    ListMainManagerChoices: () => [],
    ListExternalDeviceOptions: () => [],
  });
});

function open(address: string) {
  renderRoutes(
    [
      {
        path: MANAGERS.path,
        Component: ManagerList,
        children: [
          { path: 'new', Component: CreateDialog },
          { path: ':id', Component: DetailDialog },
          { path: ':id/edit', Component: EditDialog },
          { path: ':id/password', Component: SetPasswordDialog },
          { path: ':id/two-steps', Component: EndTwoStepsDialog },
        ],
      },
      {
        path: OPERATORS.path,
        Component: OperatorList,
        children: [
          { path: 'launch', Component: LaunchDialog },
          { path: ':id/edit', Component: EditDialog },
        ],
      },
      { path: '/account_settings', element: <h1>계정 설정</h1> },
    ],
    address,
  );
}

describe('accounts of staff', () => {
  it('are shown as locked or without a password, where that keeps their owner out', async () => {
    server = new FakeServer({
      ListManagers: () =>
        pageOf([
          { ...MANAGER, managerId: 1, lockedUntil: '2100-01-01T00:00:00Z' },
          { ...MANAGER, managerId: 2, hasPassword: false },
          { ...MANAGER, managerId: 3, status: 'SUSPENDED', hasPassword: false },
        ]),
    });
    open(MANAGERS.path);
    // The filter contains the same words.
    for (const state of [/일시 잠김/, /비밀번호 없음/, /정지/]) {
      expect(await screen.findByRole('row', { name: state })).toBeVisible();
    }
  });

  it('are made of the own tier and below, with the groups of the chosen role', async () => {
    open(`${MANAGERS.path}/new`);
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('combobox', { name: /구분/ }));
    expect(await screen.findByRole('option', { name: '대리점' })).toBeVisible();
    for (const above of ['최고 관리자', '총판']) {
      expect(screen.queryByRole('option', { name: above })).toBeNull();
    }
    await userEvent.click(screen.getByRole('option', { name: '판매점' }));
    // A single group is preselected.
    const group = within(dialog).getByRole('combobox', { name: /권한 그룹/ });
    await waitFor(() => {
      expect(group).toHaveValue('판매점');
    });
    await userEvent.click(within(dialog).getByRole('combobox', { name: /구분/ }));
    await userEvent.click(await screen.findByRole('option', { name: '대리점' }));
    await waitFor(() => {
      expect(group).toHaveValue('대리점');
    });
    await userEvent.click(group);
    const groups = within(await screen.findByRole('listbox', { name: /권한 그룹/ }));
    expect(groups.getAllByRole('option').map((option) => option.textContent)).toEqual(['대리점']);
  });

  it('are asked for their company once their role says of which tier, and nothing moves', async () => {
    open(`${MANAGERS.path}/new`);
    const dialog = await screen.findByRole('dialog', { name: /매니저/ });
    const company = await within(dialog).findByRole('combobox', { name: '소속 업체' });
    const fields = () =>
      [...dialog.querySelectorAll('[data-path]')].map((field) => field.getAttribute('data-path'));
    const before = fields();
    expect(company).toBeDisabled();
    await userEvent.click(within(dialog).getByRole('combobox', { name: /구분/ }));
    await userEvent.click(await screen.findByRole('option', { name: '판매점' }));
    expect(within(dialog).getByRole('combobox', { name: '소속 업체' })).toBeEnabled();
    expect(fields()).toEqual(before);
  });

  it('are offered the group that they have beside those that may be given', async () => {
    open(`${MANAGERS.path}/7/edit`);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('combobox', { name: /권한 그룹/ });
    await waitFor(() => {
      // The filter of the list behind the dialog requests the groups that may be assigned.
      expect(server.requestsOf('ListPermissionGroupChoices')).toContainEqual({
        query: { permissionGroupId: MANAGER.permissionGroupId },
      });
    });
  });

  it('show how they are reached oneself without an input, and lead to where it is changed', async () => {
    const reached = { phoneNumber: '010-2345-6789', email: 'lee@example.com' };
    server = new FakeServer({
      ListManagers: () => pageOf([MANAGER]),
      GetManager: () => ({ ...MANAGER, managerId: 5, ...reached }),
      UpdateManager: () => MANAGER,
      ListPermissionGroupChoices: () => [],
      ListCompanyOptions: () => [],
    });
    open(`${MANAGERS.path}/5/edit`);
    const dialog = within(await screen.findByRole('dialog'));
    for (const [label, value] of [
      ['전화번호', reached.phoneNumber],
      ['이메일', reached.email],
    ] as const) {
      const field = await dialog.findByRole('textbox', { name: label });
      expect(field).toHaveValue(value);
      expect(field).toHaveAttribute('readonly');
      expect(field).toHaveAccessibleDescription('본인의 연락처는 계정 설정에서 변경해주세요.');
    }
    await userEvent.type(dialog.getByRole('textbox', { name: '메모' }), '오전 근무');
    await userEvent.click(dialog.getByRole('button', { name: '저장' }));
    await waitFor(() => {
      expect(server.requestsOf('UpdateManager')[0]?.body).toMatchObject({
        ...reached,
        memo: '오전 근무',
      });
    });
    open(`${MANAGERS.path}/5/edit`);
    const [link] = await screen.findAllByRole('link', { name: /계정 설정에서/ });
    if (link) await userEvent.click(link);
    expect(await screen.findByRole('heading', { name: '계정 설정' })).toBeVisible();
  });

  it('are entered as others are where they are of somebody else', async () => {
    server = new FakeServer({
      ListOperators: () => pageOf([OPERATOR]),
      GetOperator: () => OPERATOR,
      ListPermissionGroupChoices: () => [],
      ListCompanyOptions: () => [],
      ListMainManagerChoices: () => [],
      ListExternalDevices: () => pageOf([]),
    });
    open(`${OPERATORS.path}/9/edit`);
    const dialog = within(await screen.findByRole('dialog'));
    for (const label of ['전화번호', '이메일'])
      expect(await dialog.findByRole('textbox', { name: label })).not.toHaveAttribute('readonly');
    expect(dialog.queryByRole('link', { name: /계정 설정/ })).toBeNull();
  });

  it('are given a password that is shown once, and asked for no other when it was typed', async () => {
    open(`${MANAGERS.path}/7/password`);
    const dialog = await screen.findByRole('dialog', { name: /이대리/ });
    await userEvent.click(within(dialog).getByRole('button', { name: '비밀번호 설정' }));
    expect(await screen.findByText('abcd-efgh-ijkm-npqr')).toBeVisible();
    expect(server.requestsOf('SetManagerPassword')[0]?.body).toEqual({});
  });

  it('say at the field why a typed password is refused', async () => {
    const fields = [{ path: 'password', code: 'guessableCommon', params: {} }];
    server = new FakeServer({
      ListManagers: () => pageOf([MANAGER]),
      GetManager: () => MANAGER,
      SetManagerPassword: () => {
        throw refusal(11006, 422, { fields });
      },
    });
    open(`${MANAGERS.path}/7/password`);
    const dialog = await screen.findByRole('dialog', { name: /이대리/ });
    await userEvent.type(within(dialog).getByLabelText('새 비밀번호'), 'password123');
    await userEvent.click(within(dialog).getByRole('button', { name: '비밀번호 설정' }));
    expect(await screen.findByText(/흔히 쓰이는 비밀번호입니다/)).toBeVisible();
  });

  it('tell what they have handed out, which can be taken over', async () => {
    server = new FakeServer({
      ListManagers: () => pageOf([MANAGER]),
      GetManager: () => MANAGER,
      GetManagerGivenAccess: () => ({ credentials: 2, reportLinks: 3 }),
      TakeOverManagerGivenAccess: () => ({ credentials: 2, reportLinks: 1 }),
      ListAccountSessions: () => [],
      ListAccountSignIns: () => pageOf([]),
    });
    open(`${MANAGERS.path}/7`);
    expect(await screen.findByText(/인증키 2개, 직접 전달한 링크 3개/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '이어받기' }));
    const question = await screen.findByRole('dialog', { name: '이어받기' });
    expect(server.requestsOf('TakeOverManagerGivenAccess')).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: '이어받기' }));
    expect(await screen.findByText('인증키 2개와 링크 1개를 이어받았습니다.')).toBeVisible();
  });

  it('have their second step taken off by the own password, where they have one', async () => {
    let hasTwoSteps = true;
    server = new FakeServer({
      ListManagers: () => pageOf([MANAGER]),
      GetManager: () => ({ ...MANAGER, hasTwoSteps }),
      GetManagerGivenAccess: () => ({ credentials: 0, reportLinks: 0 }),
      ListAccountSessions: () => [],
      ListAccountSignIns: () => pageOf([]),
      EndAccountTwoSteps: () => {
        hasTwoSteps = false;
        return {};
      },
    });
    open(`${MANAGERS.path}/7`);
    await userEvent.click(await screen.findByRole('link', { name: '2단계 인증 해제' }));
    const question = await screen.findByText(/이대리님의 2단계 인증을 해제하시겠습니까/);
    expect(server.requestsOf('EndAccountTwoSteps')).toEqual([]);
    const dialog = within(question.closest<HTMLElement>('[role=dialog]') ?? document.body);
    await userEvent.type(dialog.getByLabelText('본인 비밀번호'), 'seven lanterns');
    await userEvent.click(dialog.getByRole('button', { name: '2단계 인증 해제' }));
    await waitFor(() => {
      expect(server.requestsOf('EndAccountTwoSteps')).toHaveLength(1);
      expect(screen.queryByLabelText('본인 비밀번호')).toBeNull();
      expect(screen.queryByRole('link', { name: '2단계 인증 해제' })).toBeNull();
    });
    expect(server.requestsOf('EndAccountTwoSteps')).toEqual([
      { path: { accountId: 7 }, body: { password: 'seven lanterns' } },
    ]);
  });

  it('are launched as they are selected in the list, of those that have no launch yet', async () => {
    open(OPERATORS.path);
    const row = await screen.findByRole('row', { name: /1층 측정실/ });
    await userEvent.click(within(row).getByRole('checkbox'));
    const [, ofSelected] = screen.getAllByRole('link', { name: '운영 시작' });
    if (!ofSelected) throw new Error('there is one over the list alone');
    await userEvent.click(ofSelected);
    const dialog = await screen.findByRole('dialog', { name: '운영 시작' });
    await within(dialog).findAllByText('1층 측정실 (가온 메디컬)');
    const asked = server.requestsOf('ListOperators').map(({ query }) => query);
    expect(asked).toContainEqual({ pageSize: 200, hasLaunch: false, operatorIds: [9] });
    await userEvent.click(within(dialog).getByRole('button', { name: '운영 시작' }));
    await waitFor(() => {
      expect(server.requestsOf('LaunchOperators').map(({ body }) => body)).toMatchObject([
        { operatorIds: [9] },
      ]);
    });
  });

  it('are found by their group, which says whose it is', async () => {
    server = new FakeServer({
      ListManagers: () => pageOf([MANAGER]),
      ListPermissionGroupChoices: () => [
        { permissionGroupId: 8, name: '심사', authority: 'DEALER', companyName: '가온 메디컬' },
        { permissionGroupId: 9, name: '현장', authority: 'OPERATOR', companyName: null },
      ],
    });
    open(`${MANAGERS.path}?permissionGroupId=6`);
    await screen.findByRole('row', { name: /이대리/ });
    expect(server.requestsOf('ListManagers').map(({ query }) => query)).toMatchObject([
      { permissionGroupId: 6 },
    ]);
    const filter = await screen.findByRole('combobox', { name: '권한 그룹' });
    expect(filter).toHaveValue('6');
    await userEvent.click(filter);
    expect(await screen.findByRole('option', { name: '심사 · 가온 메디컬' })).toBeVisible();
    expect(screen.queryByRole('option', { name: '현장' })).toBeNull();
  });

  it('are offered the main managers who may answer for their company', async () => {
    open(`${OPERATORS.path}/9/edit`);
    await screen.findByRole('combobox', { name: /담당 매니저/ });
    await waitFor(() => {
      const asked = server.requestsOf('ListMainManagerChoices').map(({ query }) => query);
      expect(asked).toContainEqual({ name: '', managerIds: [], companyId: 4 });
    });
  });

  it('name the operators that cannot be launched', async () => {
    server = new FakeServer({
      ListOperators: () => pageOf([OPERATOR]),
      LaunchOperators: () => {
        throw refusal(10002, 422, {
          fields: [{ path: 'operatorIds[0]', code: 'launched', params: {} }],
        });
      },
    });
    open(`${OPERATORS.path}/launch`);
    const dialog = await screen.findByRole('dialog', { name: '운영 시작' });
    await userEvent.click(within(dialog).getByRole('combobox', { name: /운영자 계정/ }));
    await userEvent.click(await screen.findByRole('option', { name: /1층 측정실/ }));
    const asked = server.requestsOf('ListOperators').map(({ query }) => query);
    expect(asked).toContainEqual({ pageSize: 200, hasLaunch: false });
    await userEvent.click(within(dialog).getByRole('button', { name: '운영 시작' }));
    expect(
      await screen.findByText('1층 측정실 (가온 메디컬): 이미 운영 시작일이 있습니다.'),
    ).toBeVisible();
  });
});

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge · Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18) Version/18 Safari/604', 'Safari · iOS'],
  ['Mozilla/5.0 (Linux; Android 15) SamsungBrowser/27 Chrome/130', 'Samsung Internet · Android'],
  ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0 Safari/537.36', 'Chrome · Linux'],
  ['curl/8.5.0', 'curl'],
  ['', '–'],
])('a browser is named by what it says: %s', (browser, name) => {
  expect(deviceName(browser)).toBe(name);
});
