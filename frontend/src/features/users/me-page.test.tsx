import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Component as MePage } from './me-page';
import type { Profile } from './own-profile';
import { Component as EditDialog } from './profile-edit-dialog';
import type { OwnLink } from './own-links';
import { ownLink, ownLinksOf, PROFILE } from './testing/member';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

const signOut = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('~/domain/session', async (original) => ({ ...(await original<object>()), signOut }));

function open(parts: Partial<Profile> = {}, address = '/users/me', links: OwnLink[] = [ownLink()]) {
  let profile: Profile = { ...PROFILE, ...parts };
  const change = (changes: Partial<Profile>) => (profile = { ...profile, ...changes });
  server = new FakeServer({
    DeleteOwnUser: () => ({}),
    ListOwnSessions: () => [],
    ListOwnLinks: ({ query }) => ownLinksOf(links, query),
    AnswerOwnLink: ({ path, body }) => {
      const { linkId } = path as { linkId: number };
      const answered = ownLink({
        ...links.find((link) => link.linkId === linkId),
        ...body,
        acceptedAt: '2026-02-05T01:00:00Z',
      });
      links = links.map((link) => (link.linkId === linkId ? answered : link));
      return answered;
    },
    GetOwnProfile: () => profile,
    UpdateOwnProfile: ({ body }) => change({ ...body, version: profile.version + 1 }),
    UpdateOwnLevel: ({ body }) => change(body as Partial<Profile>),
    UpdateOwnTracking: ({ body }) => change({ trackingEnabled: body?.enabled === true }),
  });
  return {
    ...renderRoutes(
      [
        {
          path: '/users/me',
          Component: MePage,
          children: [{ path: 'edit', Component: EditDialog }],
        },
      ],
      address,
    ),
    /** A change by another user. */
    change,
  };
}

const card = (name: string) => screen.findByRole('region', { name });

describe('the member’s own page', () => {
  it('says who the member is, and what nobody has said yet', async () => {
    open({ email: null });
    expect(await screen.findByRole('heading', { level: 1, name: '김하늘' })).toBeVisible();
    expect(screen.getByText('여성 · 만 38세')).toBeVisible();
    const profile = within(await card('기본 정보'));
    expect(profile.getByText('1988-04-12')).toBeVisible();
    expect(profile.getAllByText('아직 입력하지 않았습니다')).toHaveLength(2);
    expect(await within(await card('소속')).findByText('한빛 건강센터')).toBeVisible();
    expect(within(await card('소속')).getByText('U0000001')).toBeVisible();
  });
});

describe('the companies that the member is linked with', () => {
  it('says that there are none, also where all links have ended', async () => {
    open({}, '/users/me', [ownLink({ state: 'ENDED' }), ownLink({ linkId: 2, state: 'DECLINED' })]);
    const companies = await card('소속');
    await waitFor(() => {
      expect(companies).toHaveTextContent('아직 업체 회원으로 연결되지 않았습니다');
    });
    expect(within(companies).queryByRole('button')).not.toBeInTheDocument();
  });

  it('has what companies ask accepted and declined, one by one', async () => {
    open({}, '/users/me', [
      ownLink({ linkId: 3, state: 'REQUESTED', companyName: '새봄 건강센터' }),
      ownLink({ linkId: 2, state: 'REQUESTED', companyName: '다온 건강센터' }),
    ]);
    const asking = (name: string) => screen.findByRole('region', { name });
    const first = within(await asking('새봄 건강센터'));
    expect(first.getByText(/이 업체에서 연결을 요청했습니다/)).toBeVisible();
    await userEvent.click(first.getByRole('button', { name: '수락' }));
    expect(await screen.findByText('연결을 수락했습니다.')).toBeVisible();
    expect(await screen.findByRole('button', { name: '연결 해제: 새봄 건강센터' })).toBeVisible();
    const second = within(await asking('다온 건강센터'));
    await userEvent.click(second.getByRole('button', { name: '거절' }));
    const question = await screen.findByRole('dialog', { name: '거절' });
    expect(question).toHaveTextContent('‘다온 건강센터’의 연결 요청을 거절하시겠습니까?');
    await userEvent.click(within(question).getByRole('button', { name: '거절' }));
    expect(await screen.findByText('연결 요청을 거절했습니다.')).toBeVisible();
    await waitFor(() => {
      expect(screen.queryByText('다온 건강센터')).not.toBeInTheDocument();
    });
    expect(server.requestsOf('AnswerOwnLink')).toMatchObject([
      { path: { linkId: 3 }, body: { state: 'ACTIVE' } },
      { path: { linkId: 2 }, body: { state: 'DECLINED' } },
    ]);
  });

  it('has a link that a company made in person accepted or ended', async () => {
    open({}, '/users/me', [ownLink({ acceptedAt: null })]);
    const made = within(await screen.findByRole('region', { name: '한빛 건강센터' }));
    expect(made.getByText(/본인 확인 후 연결했습니다/)).toBeVisible();
    expect(made.getByRole('button', { name: '연결 해제' })).toBeVisible();
    await userEvent.click(made.getByRole('button', { name: '수락' }));
    expect(await screen.findByRole('button', { name: '연결 해제: 한빛 건강센터' })).toBeVisible();
    expect(server.requestsOf('AnswerOwnLink')).toMatchObject([{ body: { state: 'ACTIVE' } }]);
  });

  it('asks before a link is ended', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: /연결 해제/ }));
    const question = within(await screen.findByRole('dialog'));
    expect(question.getByText(/더 이상 볼 수 없습니다/)).toBeVisible();
    expect(server.requestsOf('AnswerOwnLink')).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: '연결 해제' }));
    expect(await screen.findByText('연결을 해제했습니다.')).toBeVisible();
    expect(server.requestsOf('AnswerOwnLink')[0]?.body).toEqual({ state: 'ENDED' });
  });

  it('says that the company was faster, and shows what has become of it', async () => {
    open({}, '/users/me', [ownLink({ state: 'REQUESTED' })]);
    server.refuse('AnswerOwnLink', refusal(10008, 409));
    await userEvent.click(await screen.findByRole('button', { name: '수락' }));
    expect(await screen.findByText(/다른 사람이 먼저 변경했습니다/)).toBeVisible();
    await waitFor(() => {
      expect(server.requestsOf('ListOwnLinks')).toHaveLength(2);
    });
  });
});

describe('the end of an account', () => {
  it('is asked about first, and is final', async () => {
    open();
    const account = within(await card('계정'));
    await userEvent.click(account.getByRole('button', { name: '회원 탈퇴' }));
    const question = within(await screen.findByRole('dialog'));
    expect(question.getByText(/되돌릴 수 없습니다/)).toBeVisible();
    expect(server.requestsOf('DeleteOwnUser')).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: '회원 탈퇴' }));
    await waitFor(() => {
      expect(server.requestsOf('DeleteOwnUser')).toHaveLength(1);
      expect(signOut).toHaveBeenCalledOnce();
    });
  });
});

describe('the member’s level', () => {
  it('says what it means and changes between guest and member', async () => {
    open({ level: 'REGULAR_GUEST' });
    const level = within(await card('회원 등급'));
    expect(level.getByText('준회원')).toBeVisible();
    expect(level.getByText(/생년월일과 성별을 이미 알려주셨으므로/)).toBeVisible();
    await userEvent.click(level.getByRole('button', { name: '정회원으로 변경' }));
    expect(await level.findByText('정회원')).toBeVisible();
    expect(await screen.findByText('정회원으로 변경했습니다.')).toBeVisible();
    await userEvent.click(level.getByRole('button', { name: '준회원으로 변경' }));
    expect(await level.findByText('준회원')).toBeVisible();
    expect(server.requestsOf('UpdateOwnLevel').map(({ body }) => body)).toEqual([
      { level: 'REGULAR_MEMBER' },
      { level: 'REGULAR_GUEST' },
    ]);
  });

  it('asks first for what a regular member has to say', async () => {
    open({ level: 'REGULAR_GUEST', birthDate: null });
    const level = within(await card('회원 등급'));
    expect(level.getByText(/생년월일과 성별을 알려주시면/)).toBeVisible();
    expect(level.getByText(/생년월일과 성별을 먼저 입력/)).toBeVisible();
    expect(level.queryByRole('button')).not.toBeInTheDocument();
    expect(level.getByRole('link', { name: '생년월일·성별 입력하기' })).toHaveAttribute(
      'href',
      '/users/me/edit',
    );
  });

  it.each([
    ['profileIncomplete', '정회원이 되려면 생년월일과 성별을 먼저 입력해주세요.'],
    ['verifiedByStaff', /직원이 확인한 등급은 직접 바꿀 수 없습니다/],
  ])('tells in words why the server refused: %s', async (code, words) => {
    open({ level: 'REGULAR_GUEST' });
    const level = within(await card('회원 등급'));
    server.refuse(
      'UpdateOwnLevel',
      refusal(10002, 422, { fields: [{ path: 'level', code, params: {} }] }),
    );
    await userEvent.click(level.getByRole('button', { name: '정회원으로 변경' }));
    expect(within(await level.findByRole('alert')).getByText(words)).toBeVisible();
    expect(level.getByText('준회원')).toBeVisible();
  });

  it.each([
    ['REGULAR_VERIFIED_1_MEMBER', '1차 인증 회원'],
    ['REGULAR_VERIFIED_2_MEMBER', '2차 인증 회원'],
    ['REGULAR_VERIFIED_3_MEMBER', '3차 인증 회원'],
  ] as const)('cannot be changed once staff have verified it: %s', async (verified, name) => {
    open({ level: verified });
    const level = within(await card('회원 등급'));
    expect(level.getByText(name)).toBeVisible();
    expect(level.getByText(/직원이 확인한 등급은 직접 바꿀 수 없습니다/)).toBeVisible();
    expect(level.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('the record of the usage', () => {
  it('is allowed and forbidden by a switch that explains itself', async () => {
    open({ trackingEnabled: false });
    const choice = await screen.findByRole('switch', { name: '앱 이용 기록 허용' });
    expect(choice).not.toBeChecked();
    expect(choice).toHaveAccessibleDescription(/언제든 변경할 수 있습니다/);
    await userEvent.click(choice);
    await waitFor(() => {
      expect(choice).toBeChecked();
    });
    expect(await screen.findByText('이용 기록을 허용했습니다.')).toBeVisible();
    expect(server.requestsOf('UpdateOwnTracking')[0]?.body).toEqual({ enabled: true });
  });

  it('stays as it was when the server could not be told', async () => {
    open({ trackingEnabled: true });
    server.refuse('UpdateOwnTracking', refusal(10012, 503));
    const choice = await screen.findByRole('switch', { name: '앱 이용 기록 허용' });
    await userEvent.click(choice);
    expect(
      await screen.findByText('요청이 몰려 처리하지 못했습니다. 잠시 후 다시 시도해주세요.'),
    ).toBeVisible();
    expect(choice).toBeChecked();
  });
});

describe('changing the profile', () => {
  const dialog = () => screen.findByRole('dialog', { name: '내 정보 수정' });

  it('is sent with the version that was read, and shows on the page', async () => {
    const { router } = open({}, '/users/me/edit');
    const form = within(await dialog());
    const name = await form.findByLabelText(/^이름/);
    await userEvent.clear(name);
    await userEvent.type(name, '김바다');
    await userEvent.click(form.getByRole('button', { name: '저장' }));
    expect(await screen.findByRole('heading', { level: 1, name: '김바다' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/users/me');
    expect(server.requestsOf('UpdateOwnProfile')[0]?.body).toMatchObject({
      name: '김바다',
      birthDate: '1988-04-12',
      sex: 'FEMALE',
      version: 3,
    });
  });

  it('asks before a change that ends a level which staff have verified, and only then', async () => {
    open({ level: 'REGULAR_VERIFIED_2_MEMBER', levelEvidence: 'IN_PERSON' }, '/users/me/edit');
    const form = within(await dialog());
    const name = await form.findByLabelText(/^이름/);
    await userEvent.type(name, '별');
    await userEvent.click(form.getByRole('button', { name: '저장' }));
    const question = await screen.findByRole('dialog', { name: '이 내용으로 저장하시겠습니까?' });
    expect(question).toHaveTextContent('확인된 등급이 없어지고 정회원 등급이 됩니다');
    await userEvent.click(within(question).getByRole('button', { name: '취소' }));
    expect(server.requestsOf('UpdateOwnProfile')).toEqual([]);

    await userEvent.type(name, '{Backspace}');
    await userEvent.type(form.getByLabelText('휴대폰 번호'), '1');
    await userEvent.click(form.getByRole('button', { name: '저장' }));
    await waitFor(() => {
      expect(server.requestsOf('UpdateOwnProfile')).toHaveLength(1);
    });
  });

  it('names what is wrong before anything is sent', async () => {
    open({}, '/users/me/edit');
    const form = within(await dialog());
    await userEvent.clear(await form.findByLabelText(/^이름/));
    await userEvent.type(form.getByLabelText('이메일'), 'nowhere');
    await userEvent.click(form.getByRole('button', { name: '저장' }));
    expect(form.getByText('필수 입력 항목입니다.')).toBeVisible();
    expect(form.getByText('이메일 주소를 name@example.com처럼 입력해주세요.')).toBeVisible();
    expect(server.requestsOf('UpdateOwnProfile')).toEqual([]);
  });

  it('shows what was changed meanwhile beside what was entered', async () => {
    const { change } = open({}, '/users/me/edit');
    const form = within(await dialog());
    const phone = await form.findByLabelText('휴대폰 번호');
    change({ phoneNumber: '010-9999-0000', version: 4 });
    server.refuse('UpdateOwnProfile', refusal(10008, 409));
    await userEvent.type(phone, '1');
    await userEvent.click(form.getByRole('button', { name: '저장' }));
    const choice = within(await form.findByRole('radiogroup', { name: '휴대폰 번호' }));
    const theirs = choice.getByRole('radio', { name: '저장된 값' });
    expect(theirs).toHaveAccessibleDescription('010-9999-0000');
    await userEvent.click(theirs);
    await userEvent.click(form.getByRole('button', { name: '계속 수정' }));
    expect(await form.findByDisplayValue('010-9999-0000')).toBeVisible();
  });
});
