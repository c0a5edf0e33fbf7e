import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { Component as BinDialog } from '~/kernel/resource/bin-dialog';
import { Component as DetailDialog } from '~/kernel/resource/detail-dialog';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import '~/kernel/testing/unmeasured';
import type { Resource, Revision } from './definition';
import { ResourceList } from './resource-list';
import { textKind } from '~/kernel/field/text-kind';
import { offerUndo } from './undo';
import { usualCalls } from './usual-calls';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

type Board = Answer<'GetAdminBoard'>;

const boards: Resource<Board> = {
  key: 'admin-boards',
  path: '/boards',
  title: 'board.title',
  texts: { create: 'board.create', edit: 'board.edit', remove: 'board.remove' },
  idOf: (board) => board.adminBoardId,
  nameOf: (board) => board.name,
  api: usualCalls<Board>('AdminBoard'),
  fields: [{ name: 'name', label: 'board.name', kind: textKind, column: { width: 200 } }],
  filterForm: 'AdminBoardFilter',
  bin: 'adminBoard',
};

const permit = { allowed: true, reason: null };
const board: Board = {
  adminBoardId: 5,
  category: 'EVENT',
  name: '건강 챌린지',
  subName: null,
  isPopup: false,
  popupTarget: null,
  popupFrom: null,
  popupTo: null,
  createdAt: '2026-11-01T09:00:00+09:00',
  updatedAt: '2026-11-02T10:00:00+09:00',
  version: 4,
  can: { update: permit, delete: permit },
};
const change = { field: 'name', before: '건강 챌린지', after: null };
const deleted: Answer<'ListDeletedRecords'>['data'][number] = {
  revisionId: 77,
  recordId: 5,
  deletedAt: '2026-11-20T09:00:00+09:00',
  accountName: '김관리',
  keptUntil: '2026-12-20T09:00:00+09:00',
  changes: [change],
};
const revision = (revisionId: number, canUndo: boolean): Revision => ({
  revisionId,
  action: 'UPDATE',
  createdAt: '2026-11-20T09:00:00+09:00',
  accountName: '김관리',
  changes: [change],
  canUndo,
});

function open(address: string, alteredFields: string[] = [], restoredBy: number | null = null) {
  server = new FakeServer({
    ListAdminBoards: () => pageOf([board]),
    GetAdminBoard: () => board,
    DeleteAdminBoard: () => ({ revisionId: 77 }),
    ListAdminBoardRevisions: () => pageOf([revision(9, true), revision(8, false)]),
    ListDeletedRecords: () => pageOf([deleted]),
    UndoRevision: () => ({ recordId: 5, revisionId: restoredBy, alteredFields }),
  });
  return renderRoutes(
    [
      {
        path: '/boards',
        Component: () => <ResourceList resource={boards} />,
        children: [
          { path: 'deleted', Component: BinDialog },
          { path: ':id', Component: DetailDialog },
        ],
      },
    ],
    address,
  );
}

const undone = () => server.requestsOf('UndoRevision').map(({ path, body }) => ({ path, body }));

describe('the bin', () => {
  it('is reached from the list and says what was deleted, by whom, and until when it is kept', async () => {
    open('/boards');
    await userEvent.click(await screen.findByRole('link', { name: '휴지통' }));
    const dialog = await screen.findByRole('dialog', { name: '휴지통' });
    expect(await within(dialog).findByText('건강 챌린지')).toBeVisible();
    expect(within(dialog).getByText('김관리 · 2026-11-20 09:00 삭제')).toBeVisible();
    expect(within(dialog).getByText('2026-12-20 09:00까지 복원할 수 있습니다')).toBeVisible();
    expect(server.requestsOf('ListDeletedRecords')[0]?.query).toEqual({
      resource: 'adminBoard',
      page: 0,
    });
  });

  it('gives a record back', async () => {
    open('/boards/deleted');
    await userEvent.click(await screen.findByRole('button', { name: '건강 챌린지 복원' }));
    expect(await screen.findByText('복원했습니다.')).toBeVisible();
    expect(undone()).toEqual([{ path: { revisionId: 77 }, body: {} }]);
    expect(screen.queryByText(/이전과 다릅니다/)).toBeNull();
  });

  it('is asked once for a record, however often the button is pressed', async () => {
    open('/boards/deleted');
    let answer: ((restored: unknown) => void) | undefined;
    const restore = await screen.findByRole('button', { name: '건강 챌린지 복원' });
    const call = vi
      .spyOn(server, 'call')
      .mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    await userEvent.click(restore);
    await userEvent.click(restore);
    expect(call).toHaveBeenCalledOnce();
    call.mockRestore();
    answer?.({ recordId: 5, revisionId: null, alteredFields: [] });
    expect(await screen.findByText('복원했습니다.')).toBeVisible();
  });

  it('takes it again when the restoring is undone', async () => {
    open('/boards/deleted');
    await userEvent.click(await screen.findByRole('button', { name: '건강 챌린지 복원' }));
    await userEvent.click(await screen.findByRole('button', { name: '되돌리기' }));
    expect(await screen.findByText('삭제했습니다.')).toBeVisible();
    expect(server.requestsOf('DeleteAdminBoard')).toEqual([{ path: { adminBoardId: 5 } }]);
    expect(await screen.findByRole('button', { name: '되돌리기' })).toBeVisible();
  });

  it('says what of it is not as it was', async () => {
    open('/boards/deleted', ['name', 'unknown']);
    await userEvent.click(await screen.findByRole('button', { name: '건강 챌린지 복원' }));
    expect(await screen.findByText('복원했습니다.')).toBeVisible();
    expect(await screen.findByText(/다음 항목은 이전과 다릅니다: 제목$/)).toBeVisible();
  });
});

describe('a removal', () => {
  it('can be undone right after it', async () => {
    open('/boards');
    await userEvent.click(await screen.findByRole('button', { name: '건강 챌린지 삭제' }));
    const question = await screen.findByRole('dialog', { name: '게시글 삭제' });
    expect(within(question).getByText(/30일 동안 휴지통에서/)).toBeVisible();
    await userEvent.click(within(question).getByRole('button', { name: '삭제' }));
    await userEvent.click(await screen.findByRole('button', { name: '되돌리기' }));
    expect(await screen.findByText('복원했습니다.')).toBeVisible();
    expect(undone()).toEqual([{ path: { revisionId: 77 }, body: {} }]);
  });
});

describe('a history', () => {
  it('puts a record back to what it was before a change, unless somebody else was faster', async () => {
    open('/boards/5');
    await userEvent.click(await screen.findByRole('tab', { name: '변경 이력' }));
    const [back, ...others] = await screen.findAllByRole('button', {
      name: '이 변경 전으로 되돌리기',
    });
    expect(others).toEqual([]);
    if (back) await userEvent.click(back);
    await userEvent.click(await screen.findByRole('button', { name: '되돌리기' }));
    await waitFor(() => {
      expect(undone()).toEqual([{ path: { revisionId: 9 }, body: { version: 4 } }]);
    });
  });
});

describe('an undoing', () => {
  it('is undone in turn, unless something came in between', async () => {
    open('/boards/5', [], 78);
    await userEvent.click(await screen.findByRole('tab', { name: '변경 이력' }));
    await userEvent.click(await screen.findByRole('button', { name: '이 변경 전으로 되돌리기' }));
    await userEvent.click(await screen.findByRole('button', { name: '되돌리기' }));
    expect(await screen.findByText('되돌렸습니다.')).toBeVisible();
    await waitFor(() => {
      expect(screen.queryByRole('dialog', { name: '이 변경 전으로 되돌리기' })).toBeNull();
    });
    await userEvent.click(await screen.findByRole('button', { name: '되돌리기' }));
    await waitFor(() => {
      expect(undone()[1]).toEqual({ path: { revisionId: 78 }, body: { version: 5 } });
    });
  });
});

describe('the offer to undo', () => {
  function offer() {
    renderRoutes([{ path: '/', element: null }]);
    vi.useFakeTimers();
    act(() => {
      offerUndo('삭제했습니다.', new QueryClient(), {
        key: 'boards',
        revisionId: 77,
        done: 'deleted.done',
        fields: [],
      });
    });
    return screen.getByRole('button', { name: '되돌리기' });
  }
  const pass = (milliseconds: number) => {
    act(() => {
      vi.advanceTimersByTime(milliseconds);
    });
  };
  /** A removed notification stays mounted until its transition ends. */
  const fade = () => {
    for (let step = 0; step < 4; step += 1) pass(500);
  };
  const isThere = () => screen.queryByRole('button', { name: '되돌리기' }) !== null;

  afterEach(() => {
    vi.useRealTimers();
  });

  it('goes after ten seconds', () => {
    offer();
    pass(9_000);
    expect(isThere()).toBe(true);
    pass(1_500);
    fade();
    expect(isThere()).toBe(false);
  });

  it('waits for whoever has the focus in it, and goes ten seconds after', () => {
    const button = offer();
    pass(9_000);
    act(() => {
      button.focus();
    });
    pass(60_000);
    expect(isThere()).toBe(true);
    expect(screen.getByRole('button', { name: '되돌리기' })).toHaveFocus();
    act(() => {
      screen.getByRole('button', { name: '되돌리기' }).blur();
    });
    pass(9_000);
    expect(isThere()).toBe(true);
    pass(1_500);
    fade();
    expect(isThere()).toBe(false);
  });
});
