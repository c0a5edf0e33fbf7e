import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet, useLocation } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { useDirtyGuard } from '~/kernel/form/use-dirty-guard';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { useCloseDialog } from '~/kernel/resource/use-dialog-route';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Link } from '~/ui/link';
// Imported up front, so that no test waits for it.
import './announcement-dialog';
import AnnouncementLayer from './announcement-layer';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

type Announcement = Answer<'GetAnnouncement'>;

interface Announced extends Announcement {
  updatedAt: string;
}

const announcement = (id: number, parts: Partial<Announced> = {}): Announced => ({
  adminBoardId: id,
  category: 'NOTICE',
  name: `안내 ${String(id)}`,
  subName: null,
  content: '<p>내용</p>',
  createdAt: '2026-11-20T03:00:00+09:00',
  updatedAt: '2026-11-20T03:00:00+09:00',
  ...parts,
});

function Page() {
  const { pathname, search } = useLocation();
  return (
    <>
      <main tabIndex={-1}>{`주소 ${pathname}${search}`}</main>
      <Link to="/other">다른 화면</Link>
      <Outlet />
      <AnnouncementLayer />
    </>
  );
}

/** A dialog that is a route, with unsaved input. */
function Form() {
  const guard = useDirtyGuard(true);
  return (
    <DialogFrame title="등록" onClose={useCloseDialog()}>
      {guard.question}
    </DialogFrame>
  );
}

function open(address: string, announcements: Announced[], accountId = 1) {
  server = new FakeServer({
    GetAccount: () => ({ accountId }) as Answer<'GetAccount'>,
    ListAnnouncements: () => pageOf(announcements),
    GetAnnouncement: ({ path }) => {
      const { adminBoardId } = path as { adminBoardId: number };
      const found = announcements.find((one) => one.adminBoardId === adminBoardId);
      return found ?? Promise.reject(refusal(10005, 404));
    },
  });
  return renderRoutes(
    [
      {
        element: <Page />,
        children: [
          { path: '/list', element: null, children: [{ path: 'new', element: <Form /> }] },
          { path: '/other', element: null },
        ],
      },
    ],
    address,
  );
}

describe('the toasts of announcements', () => {
  it('are those whose popup is shown today', async () => {
    open('/list', [announcement(1)]);
    expect(await screen.findByText('안내 1')).toBeInTheDocument();
    const day = today();
    expect(server.requestsOf('ListAnnouncements').map(({ query }) => query)).toEqual([
      {
        categories: ['NOTICE', 'SERVICE', 'EVENT', 'MAINTENANCE'],
        popupTargets: ['CMS'],
        isPopup: true,
        popupFrom: day,
        popupTo: day,
        page: 0,
        pageSize: 10,
      },
    ]);
  });

  it('are three at most, and the next comes when one is closed', async () => {
    open(
      '/list',
      [1, 2, 3, 4].map((id) => announcement(id)),
    );
    expect(await screen.findByText('안내 3')).toBeInTheDocument();
    expect(screen.queryByText('안내 4')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '안내 2 알림 닫기' }));
    expect(await screen.findByText('안내 4')).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.queryByText('안내 2')).toBeNull();
    });
  });

  it('stay closed when the page is loaded again, until they are changed', async () => {
    open('/list', [announcement(1), announcement(2)]);
    await userEvent.click(await screen.findByRole('button', { name: '안내 1 알림 닫기' }));
    cleanup();
    open('/list', [announcement(1), announcement(2)]);
    expect(await screen.findByText('안내 2')).toBeInTheDocument();
    expect(screen.queryByText('안내 1')).toBeNull();
    cleanup();
    open('/list', [announcement(1, { updatedAt: '2026-11-21T09:00:00+09:00' })]);
    expect(await screen.findByText('안내 1')).toBeInTheDocument();
  });

  it('are closed for whoever closed or read them, and not for the next person at the device', async () => {
    open('/list?announcement=1', [announcement(1), announcement(2)]);
    expect(await screen.findByRole('dialog', { name: '[공지사항] 안내 1' })).toBeInTheDocument();
    expect(await screen.findByText('안내 2')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '안내 1 보기' })).toBeNull();
    cleanup();
    open('/list', [announcement(1)], 2);
    expect(await screen.findByText('안내 1')).toBeInTheDocument();
  });

  it('give the focus to the next one when one is closed, and then to the page', async () => {
    open('/list', [announcement(1), announcement(2)]);
    await userEvent.click(await screen.findByRole('button', { name: '안내 1 알림 닫기' }));
    await waitFor(() => {
      expect(screen.getByRole('button', { name: '안내 2 보기' })).toHaveFocus();
    });
    await userEvent.click(screen.getByRole('button', { name: '안내 2 알림 닫기' }));
    await waitFor(() => {
      expect(screen.getByRole('main')).toHaveFocus();
    });
  });

  it('stay closed on the other pages', async () => {
    open('/list', [announcement(1), announcement(2)]);
    await userEvent.click(await screen.findByRole('button', { name: '안내 1 알림 닫기' }));
    await userEvent.click(screen.getByRole('link', { name: '다른 화면' }));
    expect(await screen.findByText('주소 /other')).toBeVisible();
    await waitFor(() => {
      expect(screen.queryByText('안내 1')).toBeNull();
    });
    expect(screen.getByText('안내 2')).toBeInTheDocument();
  });
});

describe('an announcement', () => {
  it('opens from its toast and closes back to the list as it was', async () => {
    const { router } = open('/list?name=kim&page=2', [
      announcement(3, { category: 'MAINTENANCE', name: '정기 점검', subName: '밤 2시부터' }),
    ]);
    await userEvent.click(await screen.findByRole('button', { name: '정기 점검 보기' }));
    const dialog = await screen.findByRole('dialog', { name: '[점검] 정기 점검' });
    expect(router.state.location.search).toBe('?name=kim&page=2&announcement=3');
    expect(await within(dialog).findByText('내용')).toBeInTheDocument();
    expect(within(dialog).getByText('밤 2시부터')).toBeInTheDocument();
    // The first is the close icon at the top, the second the button below the text.
    const [, close] = within(dialog).getAllByRole('button', { name: '닫기' });
    if (close) await userEvent.click(close);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(router.state.location.search).toBe('?name=kim&page=2');
    expect(screen.queryByRole('button', { name: '정기 점검 보기' })).toBeNull();
    await waitFor(() => {
      expect(screen.getByRole('main')).toHaveFocus();
    });
  });

  it('opens by a link, and closing it leaves the rest of the address alone', async () => {
    const { router } = open('/list?announcement=7&name=kim', [announcement(7)]);
    await screen.findByRole('dialog', { name: '[공지사항] 안내 7' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => {
      expect(router.state.location.search).toBe('?name=kim');
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows formatting and nothing that acts', async () => {
    open('/list?announcement=7', [
      announcement(7, {
        content:
          '<h3>제목</h3><p class="text-center" onclick="alert(1)">가운데</p><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">링크</a><table><tr><td>칸</td></tr></table>',
      }),
    ]);
    const dialog = await screen.findByRole('dialog', { name: '[공지사항] 안내 7' });
    expect(await within(dialog).findByRole('heading', { name: '제목' })).toBeInTheDocument();
    expect(within(dialog).getByText('가운데').outerHTML).toBe('<p class="text-center">가운데</p>');
    expect(within(dialog).getByText('링크')).not.toHaveAttribute('href');
    expect(dialog.querySelector('script, img')).toBeNull();
    // A wide table scrolls on its own, so it must be focusable for the keyboard.
    expect(within(dialog).getByRole('group', { name: '표' })).toHaveAttribute('tabindex', '0');
  });

  it('says so when there is none any more', async () => {
    open('/list?announcement=8', []);
    const dialog = await screen.findByRole('dialog', { name: '공지사항' });
    expect(await within(dialog).findByText('자료를 찾을 수 없습니다')).toBeInTheDocument();
  });

  it.each(['abc', '', '-1', '1e3', '99999999999999999999'])(
    'is not looked for under the number "%s"',
    async (id) => {
      open(`/list?announcement=${id}`, [announcement(1)]);
      await screen.findByText('안내 1');
      expect(server.requestsOf('GetAnnouncement')).toEqual([]);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('opens over a form without asking to leave it, and Escape closes it alone', async () => {
    const { router } = open('/list/new?announcement=1', [announcement(1)]);
    await screen.findByRole('dialog', { name: '[공지사항] 안내 1' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
    expect(router.state.location.pathname).toBe('/list/new');
    expect(screen.getByRole('dialog', { name: '등록' })).toBeInTheDocument();
  });
});
