import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Component as EditDialog } from '~/kernel/resource/edit-dialog';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Component as OnlineList } from './online-list-page';
import { Component as OnlineUser } from './online-user-page';
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
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  version: 2,
  can: { update: yes, delete: { allowed: false, reason: 'forbidden' } },
};

function open(address: string) {
  let user = USER;
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
  });
  return renderRoutes(
    [
      { path: '/online', Component: OnlineList },
      { path: '/regular', Component: RegularList },
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
