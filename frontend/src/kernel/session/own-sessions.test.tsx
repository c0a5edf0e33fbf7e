import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { OwnSessions } from './own-sessions';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
const signOut = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('~/domain/session', async (original) => ({ ...(await original<object>()), signOut }));

type Session = Answer<'ListOwnSessions'>[number];

const session = (parts: Partial<Session>): Session => ({
  sessionId: 1,
  createdAt: '2026-01-02T00:00:00Z',
  usedAt: '2026-01-02T01:00:00Z',
  expiresAt: '2026-01-02T12:00:00Z',
  address: '192.0.2.1',
  browser: 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36',
  isCurrent: false,
  ...parts,
});

function open(all: Session[]) {
  let sessions = all;
  server = new FakeServer({
    ListOwnSessions: () => sessions,
    EndOwnSession: ({ path }) => {
      const { sessionId } = path as { sessionId: number };
      sessions = sessions.filter((one) => one.sessionId !== sessionId);
      return {};
    },
    EndOtherSessions: () => {
      sessions = sessions.filter((one) => one.isCurrent);
      return {};
    },
  });
  return renderRoutes([{ path: '/', Component: OwnSessions }]);
}

describe('the own sessions', () => {
  it('name the present one and end another', async () => {
    open([
      session({ isCurrent: true }),
      session({
        sessionId: 2,
        address: '198.51.100.7',
        browser: 'Mozilla/5.0 (iPhone) Safari/604',
      }),
    ]);
    expect(await screen.findByText('현재 기기')).toBeVisible();
    expect(screen.getByText('Chrome · Windows')).toBeVisible();
    expect(screen.getByText('Safari · iOS')).toBeVisible();
    expect(screen.queryByRole('button', { name: '다른 기기 모두 로그아웃' })).toBeNull();
    const end = screen.getByRole('button', { name: '로그아웃시키기, Safari · iOS, 198.51.100.7' });
    await userEvent.click(end);
    expect(await screen.findByText('로그아웃시켰습니다.')).toBeVisible();
    expect(screen.queryByText('198.51.100.7')).toBeNull();
    expect(server.requestsOf('EndOwnSession')).toMatchObject([{ path: { sessionId: 2 } }]);
  });

  it('end all others at once, where there are several', async () => {
    open([session({ isCurrent: true }), session({ sessionId: 2 }), session({ sessionId: 3 })]);
    await userEvent.click(await screen.findByRole('button', { name: '다른 기기 모두 로그아웃' }));
    expect(await screen.findByText('로그아웃시켰습니다.')).toBeVisible();
    expect(server.requestsOf('EndOtherSessions')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^로그아웃시키기/ })).toBeNull();
  });

  it('end the present one by signing out, which leaves nothing of the account behind', async () => {
    const kept = { savedViewId: 4, name: '보기', query: null, columns: [] };
    const views = { '7 members': kept, '77 members': kept };
    const key = 'uno-default-views';
    localStorage.setItem(key, JSON.stringify({ format: 1, views }));
    const { queryClient } = open([session({ isCurrent: true })]);
    queryClient.setQueryData(['account', 'me'], { accountId: 7 });
    localStorage.setItem('uno-draft:7:/members/new', '1.closed');
    await userEvent.click(await screen.findByRole('button', { name: '로그아웃' }));
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({
      format: 1,
      views: { '77 members': kept },
    });
    expect(signOut).toHaveBeenCalledOnce();
    expect(localStorage.getItem('uno-draft:7:/members/new')).toBeNull();
    expect(server.requestsOf('EndOwnSession')).toEqual([]);
  });
});
