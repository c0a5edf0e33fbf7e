import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Component as EditDialog } from '~/kernel/resource/edit-dialog';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Component as OnlineList } from './online-list-page';
import { Component as OnlineUser } from './online-user-page';
import { Component as RegularUser } from './regular-user-page';
import { Component as SignInDialog } from './sign-in-dialog';
import { Component as RegularList } from './regular-list-page';
import type { User } from './user-resource';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const yes = { allowed: true, reason: null };

const USER: User = {
  userId: 3,
  level: 'REGULAR_MEMBER',
  levelEvidence: null,
  name: '윤지우',
  loginId: 'jiwoo.yun',
  isOnline: true,
  birthDate: '1990-**-**',
  age: 36,
  sex: 'FEMALE',
  phoneNumber: '010-****-5678',
  email: null,
  address: null,
  companyNames: ['한빛 건강센터'],
  trackingEnabled: false,
  lastSignedInAt: null,
  status: 'ACTIVE',
  dormantFrom: null,
  password: { allowed: false, reason: 'signedUp' },
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  version: 2,
  can: { update: yes, delete: { allowed: false, reason: 'forbidden' } },
};

function open(address: string, of: Partial<User> = {}) {
  let user: User = { ...USER, ...of };
  server = new FakeServer({
    ListUsers: () => pageOf([user]),
    GetUser: () => user,
    UpdateUser: ({ body }) => (user = { ...user, ...body, version: 3 }),
    ListUserLinks: () => [
      {
        linkId: 1,
        memberId: 5,
        memberName: '윤지우',
        memberNo: 'A1',
        companyName: '한빛 건강센터',
        state: 'ACTIVE',
        evidence: 'DOCUMENT',
        createdAt: '2026-02-03T00:00:00Z',
        activatedAt: '2026-02-03T00:00:00Z',
        closedAt: null,
      },
    ],
    ListUserRevisions: () => pageOf([]),
    SetUserPassword: ({ body }) => {
      user = { ...user, loginId: 'jiwoo.yun' };
      return { password: !('password' in (body ?? {})) ? 'kw4t-9m2x-p7rd-3hvn' : null };
    },
  });
  return renderRoutes(
    [
      { path: '/online', Component: OnlineList },
      { path: '/regular', Component: RegularList },
      {
        path: '/regular/:id',
        Component: RegularUser,
        children: [{ path: 'sign-in', Component: SignInDialog }],
      },
      {
        path: '/online/:id',
        Component: OnlineUser,
        children: [{ path: 'edit', Component: EditDialog }],
      },
    ],
    address,
  );
}

describe('the lists of users', () => {
  it.each([
    ['/online', true],
    ['/regular', false],
  ])('%s asks for its own kind, whatever the address says', async (address, isOnline) => {
    open(`${address}?isOnline=1`);
    expect((await screen.findAllByText('윤지우'))[0]).toBeVisible();
    expect(server.requestsOf('ListUsers')[0]?.query).toMatchObject({ isOnline });
    expect(screen.queryByRole('link', { name: /회원 등록/ })).not.toBeInTheDocument();
  });
});

describe('the page of a user', () => {
  it('tells who it is, with whom linked, and who may not remove the user', async () => {
    open('/online/3');
    expect(await screen.findByRole('heading', { level: 1, name: '윤지우' })).toBeVisible();
    expect(screen.getByText('010-****-5678')).toBeVisible();
    expect(screen.getByRole('button', { name: '삭제' })).toHaveAttribute('data-disabled', 'true');
    await userEvent.click(screen.getByRole('tab', { name: '업체 회원 연결' }));
    expect(await screen.findByRole('link', { name: '윤지우' })).toHaveAttribute(
      'href',
      '/member_management/company_member_management/5',
    );
    expect(screen.getByText('신분증 확인')).toBeVisible();
  });

  it('asks for the evidence where the level is a verified one', async () => {
    open('/online/3/edit');
    const form = within(await screen.findByRole('dialog'));
    expect(await form.findByRole('combobox', { name: /회원 등급/ })).toBeVisible();
    expect(form.queryByRole('combobox', { name: /본인 확인 방법/ })).not.toBeInTheDocument();
    await userEvent.click(form.getByRole('combobox', { name: /회원 등급/ }));
    await userEvent.click(await screen.findByRole('option', { name: '2차 인증 회원' }));
    await userEvent.click(await form.findByRole('combobox', { name: /본인 확인 방법/ }));
    await userEvent.click(await screen.findByRole('option', { name: '대면 확인' }));
    await userEvent.click(form.getByRole('button', { name: '저장' }));
    expect((await screen.findAllByText(/2차 인증 회원/))[0]).toBeVisible();
    expect(server.requestsOf('UpdateUser')[0]?.body).toMatchObject({
      level: 'REGULAR_VERIFIED_2_MEMBER',
      levelEvidence: 'IN_PERSON',
      version: 2,
    });
  });
});

describe('letting a regular member sign in', () => {
  const REGULAR = { isOnline: false, loginId: null, password: yes };

  it('gives an id and a password that was made, which is shown once', async () => {
    open('/regular/3', REGULAR);
    await userEvent.click(await screen.findByRole('button', { name: '로그인 설정' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(await dialog.findByLabelText(/아이디/), 'jiwoo.yun');
    await userEvent.click(dialog.getByRole('button', { name: '비밀번호 설정' }));
    expect(await dialog.findByText('kw4t-9m2x-p7rd-3hvn')).toBeVisible();
    expect(server.requestsOf('SetUserPassword')[0]?.body).toEqual({ loginId: 'jiwoo.yun' });
    const [, close] = dialog.getAllByRole('button', { name: '닫기' });
    if (close) await userEvent.click(close);
    expect(await screen.findByRole('button', { name: '비밀번호 설정' })).toBeVisible();
    expect(screen.queryByText('kw4t-9m2x-p7rd-3hvn')).toBeNull();
  });

  it('asks for no id where there is one', async () => {
    open('/regular/3/sign-in', { ...REGULAR, loginId: 'jiwoo.yun' });
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByLabelText(/아이디/)).toHaveAttribute('readonly');
    await userEvent.type(dialog.getByLabelText(/새 비밀번호/), 'seven green lanterns');
    await userEvent.click(dialog.getByRole('button', { name: '비밀번호 설정' }));
    expect(await screen.findByText('비밀번호를 설정했습니다.')).toBeInTheDocument();
    expect(server.requestsOf('SetUserPassword')[0]?.body).toEqual({
      password: 'seven green lanterns',
    });
  });

  it('is not offered for who has signed up, and says why it may not be done', async () => {
    open('/online/3');
    expect(await screen.findByRole('button', { name: '수정' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '로그인 설정' })).toBeNull();
    open('/regular/3', { ...REGULAR, password: { allowed: false, reason: 'linkedElsewhere' } });
    const button = await screen.findByRole('button', { name: '로그인 설정' });
    expect(button).toHaveAttribute('data-disabled', 'true');
  });
});

it('shows in the list who is about to become dormant', async () => {
  open('/online', { status: 'SOON_DORMANT' });
  expect(await screen.findByRole('cell', { name: '휴면 예정' })).toBeVisible();
});
