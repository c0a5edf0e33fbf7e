import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Component as LinkDialog } from './link-dialog';
import { MemberLinks } from './member-links';
import type { Member } from './member-resource';

type Candidate = Answer<'ListLinkCandidates'>[number];

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

type Link = Answer<'ListMemberLinks'>[number];

const yes = { allowed: true, reason: null };
const no = { allowed: false, reason: 'forbidden' };
const MEMBER = { memberId: 5, name: '윤지우', can: { update: yes, delete: yes } } as Member;

function link(parts: Partial<Link> = {}): Link {
  return {
    linkId: 1,
    userId: 8,
    userName: '윤*우',
    phoneNumber: null,
    level: null,
    state: 'REQUESTED',
    evidence: null,
    requestedBy: '최판매',
    createdAt: '2026-03-02T01:00:00Z',
    activatedAt: null,
    acceptedAt: null,
    closedAt: null,
    closedBy: null,
    ...parts,
  };
}

const CANDIDATE: Candidate = {
  userId: 8,
  name: '윤*우',
  hasSameName: false,
  birthDate: '1990-**-**',
  phoneNumber: '010-****-5678',
  email: null,
  matches: ['PHONE'],
  level: 'REGULAR_MEMBER',
  createdAt: '2026-01-02T01:00:00Z',
};

function open(links: Link[] = [], candidates = [CANDIDATE], member = MEMBER) {
  let known = links;
  const add = (made: Link) => {
    known = [made, ...known];
    return made;
  };
  server = new FakeServer({
    ListMemberLinks: () => known,
    ListLinkCandidates: () => candidates,
    CreateMemberLink: ({ body }) => add(link(body?.evidence == null ? {} : { state: 'ACTIVE' })),
    RegisterUser: () => {
      add(link({ state: 'ACTIVE', userName: '윤지우' }));
      return {} as Answer<'RegisterUser'>;
    },
    EndMemberLink: () => {
      known = known.map((one) => ({ ...one, state: 'ENDED', closedAt: '2026-04-02T01:00:00Z' }));
      return {};
    },
  });
  renderRoutes(
    [
      {
        path: '/members/:id',
        element: (
          <>
            <MemberLinks member={member} />
            <Outlet context={{ path: '/members' }} />
          </>
        ),
        children: [{ path: 'link', Component: LinkDialog }],
      },
    ],
    '/members/5',
  );
}

const seek = async () => {
  await userEvent.click(await screen.findByRole('button', { name: '연결할 사용자 찾기' }));
};

describe('the linked user of a member', () => {
  it('is sought when somebody asks for it, because that is written down', async () => {
    open();
    expect(await screen.findByText('연결된 사용자가 없습니다')).toBeVisible();
    expect(screen.getByText('열람하면 기록이 남습니다.')).toBeVisible();
    expect(server.requestsOf('ListLinkCandidates')).toEqual([]);
    await seek();
    const found = within(await screen.findByRole('listitem'));
    expect(found.getByText('휴대폰 번호 일치')).toBeVisible();
    expect(found.getByText('이름 다름')).toBeVisible();
    expect(found.getByText('010-****-5678')).toBeVisible();
  });

  it('is not sought by who may not change the member', async () => {
    open([], [CANDIDATE], { ...MEMBER, can: { update: no, delete: no } });
    expect(await screen.findByText('연결된 사용자가 없습니다')).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('is told what to do where nobody can be linked', async () => {
    open([], []);
    await seek();
    expect(await screen.findByText('연결할 수 있는 사용자가 없습니다.')).toBeVisible();
    expect(screen.getByText(/회원 정보와 같아야 합니다/)).toBeVisible();
    expect(screen.getByRole('link', { name: '앱 없이 일반 회원으로 등록' })).toHaveAttribute(
      'href',
      '/members/5/link',
    );
  });

  it('is not registered before it is said how it was made sure who it is', async () => {
    open();
    await userEvent.click(await screen.findByRole('link', { name: '앱 없이 일반 회원으로 등록' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: '앱 없이 일반 회원으로 등록' }));
    const evidence = dialog.getByRole('combobox', { name: /본인 확인 방법/ });
    expect(evidence).toHaveAccessibleDescription('필수 입력 항목입니다.');
    await waitFor(() => {
      expect(evidence).toHaveFocus();
    });
    expect(server.requestsOf('RegisterUser')).toEqual([]);
  });

  it('is asked, and the request can be withdrawn', async () => {
    open();
    await seek();
    await userEvent.click(await screen.findByRole('button', { name: '연결 요청' }));
    expect(await screen.findByText('수락 대기')).toBeVisible();
    expect(server.requestsOf('CreateMemberLink')).toMatchObject([
      { path: { memberId: 5 }, body: { userId: 8 } },
    ]);
    await userEvent.click(screen.getByRole('button', { name: '요청 취소' }));
    const question = within(await screen.findByRole('dialog'));
    await userEvent.click(question.getByRole('button', { name: '요청 취소' }));
    expect(await screen.findByText('연결 요청을 취소했습니다.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: '지난 연결' })).toBeVisible();
    expect(server.requestsOf('EndMemberLink')[0]?.path).toEqual({ memberId: 5, linkId: 1 });
  });

  it('is linked at once with the evidence and the level that it gives', async () => {
    open();
    await seek();
    await userEvent.click(await screen.findByRole('link', { name: '바로 연결' }));
    const dialog = within(await screen.findByRole('dialog', { name: '바로 연결' }));
    await userEvent.click(dialog.getByRole('combobox', { name: /본인 확인 방법/ }));
    await userEvent.click(await screen.findByRole('option', { name: '신분증 확인' }));
    await userEvent.click(dialog.getByRole('button', { name: '바로 연결' }));
    expect(await screen.findByText('연결됨')).toBeVisible();
    expect(server.requestsOf('CreateMemberLink')[0]?.body).toEqual({
      userId: 8,
      evidence: 'DOCUMENT',
      level: 'REGULAR_VERIFIED_1_MEMBER',
    });
  });

  it('is made of a member who does not use the app', async () => {
    open();
    await userEvent.click(await screen.findByRole('link', { name: '앱 없이 일반 회원으로 등록' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/일반 회원 상세 화면에서 설정할 수 있습니다/)).toBeVisible();
    await userEvent.click(dialog.getByRole('combobox', { name: /본인 확인 방법/ }));
    await userEvent.click(await screen.findByRole('option', { name: '대면 확인' }));
    await userEvent.click(dialog.getByRole('button', { name: '앱 없이 일반 회원으로 등록' }));
    expect(await screen.findByText('연결됨')).toBeVisible();
    expect(server.requestsOf('RegisterUser')).toMatchObject([
      {
        path: { memberId: 5 },
        body: { evidence: 'IN_PERSON', level: 'REGULAR_VERIFIED_1_MEMBER' },
      },
    ]);
  });

  it('says in words that somebody else was faster', async () => {
    open();
    server.refuse(
      'CreateMemberLink',
      refusal(10007, 409, { fields: [{ path: 'userId', code: 'memberLinked', params: {} }] }),
    );
    await seek();
    await userEvent.click(await screen.findByRole('button', { name: '연결 요청' }));
    expect(await screen.findByText(/이미 다른 사용자와 연결되었거나/)).toBeVisible();
    await waitFor(() => {
      expect(server.requestsOf('ListMemberLinks')).toHaveLength(2);
    });
  });

  it('is asked about before the link ends, and stays among the earlier ones', async () => {
    open([link({ state: 'ACTIVE', userName: '윤지우', activatedAt: '2026-03-03T01:00:00Z' })]);
    expect(await screen.findByText('윤지우')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '연결 해제' }));
    const question = within(await screen.findByRole('dialog'));
    expect(server.requestsOf('EndMemberLink')).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: '연결 해제' }));
    expect(await screen.findByText('연결을 해제했습니다.')).toBeVisible();
    expect(await screen.findByText('해제됨')).toBeVisible();
  });
});
