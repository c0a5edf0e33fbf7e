import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { Component as EditDialog } from '~/kernel/resource/edit-dialog';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Component as LinkDialog } from './link-dialog';
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

const LINK: Answer<'ListUserLinks'>[number] = {
  linkId: 1,
  memberId: 5,
  memberName: '윤지우',
  memberNo: 'A1',
  companyName: '한빛 건강센터',
  state: 'ACTIVE',
  evidence: 'DOCUMENT',
  createdAt: '2026-02-03T00:00:00Z',
  activatedAt: '2026-02-03T00:00:00Z',
  acceptedAt: '2026-02-03T00:00:00Z',
  closedAt: null,
};

function open(address: string, of: Partial<User> = {}) {
  let user: User = { ...USER, ...of };
  let links = [LINK];
  server = new FakeServer({
    ListUsers: () => pageOf([user]),
    GetUser: () => user,
    UpdateUser: ({ body }) => (user = { ...user, ...body, version: 3 }),
    ListUserLinks: () => links,
    ListMemberCandidates: () => [
      {
        memberId: 8,
        name: '윤*우',
        hasSameName: true,
        memberNo: 'B7',
        companyName: '한빛 메디컬',
        birthDate: '1990-**-**',
        phoneNumber: '010-****-5678',
        email: null,
        matches: ['PHONE'],
        createdAt: '2026-02-03T00:00:00Z',
      },
    ],
    CreateUserLink: ({ body }) => {
      const made = { ...LINK, linkId: 2, memberId: 8, memberNo: 'B7', companyName: '한빛 메디컬' };
      const isAtOnce = typeof body?.evidence === 'string';
      const link = { ...made, state: isAtOnce ? 'ACTIVE' : 'REQUESTED', evidence: null } as const;
      links = [link, ...links];
      return link;
    },
    EndUserLink: ({ path }) => {
      const { linkId } = path as { linkId: number };
      links = links.map((link) => (link.linkId === linkId ? { ...link, state: 'ENDED' } : link));
      return {};
    },
    ListUserAppUses: () => [
      {
        userAppId: 4,
        name: 'UNO',
        serviceName: '스트레스',
        platform: 'ANDROID',
        appVersion: '2.14.0',
        firstUsedAt: '2026-01-02T00:00:00Z',
        lastUsedAt: '2026-03-04T00:00:00Z',
      },
    ],
    ListUserAccessLogs: () =>
      pageOf([
        {
          accessLogId: 2,
          createdAt: '2026-03-04T00:00:00Z',
          accountName: '김담당',
          action: 'READ' as const,
          list: 'measurement.ofMember',
          reason: null,
          memberId: 5,
          companyName: '한빛 건강센터',
        },
        {
          accessLogId: 1,
          createdAt: '2026-03-03T00:00:00Z',
          accountName: '최고 관리자',
          action: 'CONSENTS' as const,
          list: null,
          reason: null,
          memberId: null,
          companyName: null,
        },
      ]),
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
        children: [
          { path: 'edit', Component: EditDialog },
          { path: 'link', Component: LinkDialog },
        ],
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

describe('the links of a user', () => {
  it('seek members when somebody asks for it, ask the person, and are ended here', async () => {
    open('/online/3?tab=links');
    expect(await screen.findByRole('link', { name: '윤지우' })).toBeVisible();
    expect(server.requestsOf('ListMemberCandidates')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '연결할 업체 회원 찾기' }));
    const candidate = within(await screen.findByRole('listitem'));
    expect(candidate.getByText('휴대폰 번호 일치')).toBeVisible();
    expect(candidate.getByText(/한빛 메디컬/)).toBeVisible();
    await userEvent.click(candidate.getByRole('button', { name: '연결 요청' }));
    expect(await screen.findByText('수락 대기')).toBeVisible();
    expect(server.requestsOf('CreateUserLink')[0]).toMatchObject({
      path: { userId: 3 },
      body: { memberId: 8 },
    });
    expect(screen.queryByRole('listitem')).toBeNull();
    expect(server.requestsOf('ListMemberCandidates')).toHaveLength(1);

    await userEvent.click(screen.getByRole('button', { name: '연결 해제' }));
    const question = within(await screen.findByRole('dialog'));
    await userEvent.click(question.getByRole('button', { name: '연결 해제' }));
    expect(await screen.findByText('해제됨')).toBeVisible();
    expect(server.requestsOf('EndUserLink')).toMatchObject([{ path: { userId: 3, linkId: 1 } }]);
    // No search runs automatically.
    await userEvent.click(await screen.findByRole('button', { name: '연결할 업체 회원 찾기' }));
    expect(await screen.findByRole('listitem')).toBeVisible();
    expect(server.requestsOf('ListMemberCandidates')).toHaveLength(2);
  });

  it('are made at once with how somebody made sure who stands there', async () => {
    open('/online/3?tab=links');
    await userEvent.click(await screen.findByRole('button', { name: '연결할 업체 회원 찾기' }));
    await userEvent.click(await screen.findByRole('link', { name: '바로 연결' }));
    const dialog = within(await screen.findByRole('dialog', { name: '바로 연결' }));
    expect(dialog.getByText(/한빛 메디컬/)).toBeVisible();
    await userEvent.click(dialog.getByRole('combobox', { name: /본인 확인 방법/ }));
    await userEvent.click(await screen.findByRole('option', { name: '대면 확인' }));
    await userEvent.click(dialog.getByRole('button', { name: '바로 연결' }));
    expect(await screen.findByText('연결했습니다.')).toBeVisible();
    expect(server.requestsOf('CreateUserLink')[0]?.body).toEqual({
      memberId: 8,
      evidence: 'IN_PERSON',
      level: 'REGULAR_VERIFIED_1_MEMBER',
    });
  });

  it('are only read by who may not change the user', async () => {
    open('/online/3?tab=links', {
      can: { ...USER.can, update: { allowed: false, reason: 'forbidden' } },
    });
    expect(await screen.findByRole('link', { name: '윤지우' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '연결 해제' })).toBeNull();
    expect(screen.queryByRole('button', { name: '연결할 업체 회원 찾기' })).toBeNull();
  });
});

it('tells which apps a user uses', async () => {
  open('/online/3?tab=apps');
  const row = within(await screen.findByRole('row', { name: /UNO/ }));
  expect(row.getByText('스트레스')).toBeVisible();
  expect(row.getByRole('cell', { name: /Android 2\.14\.0/ })).toBeVisible();
});

it('tells who read the user’s own data and that of the members', async () => {
  open('/online/3?tab=access');
  expect(await screen.findByText('동의 내역 보기')).toBeVisible();
  expect(screen.getByText('최고 관리자')).toBeVisible();
  expect(screen.getByText('한빛 건강센터')).toBeVisible();
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

  it('shows the id on the page whichever way the dialog is closed', async () => {
    open('/regular/3', REGULAR);
    await userEvent.click(await screen.findByRole('button', { name: '로그인 설정' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(await dialog.findByLabelText(/아이디/), 'jiwoo.yun');
    await userEvent.click(dialog.getByRole('button', { name: '비밀번호 설정' }));
    expect(await dialog.findByText('kw4t-9m2x-p7rd-3hvn')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: '비밀번호 설정' })).toBeVisible();
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
