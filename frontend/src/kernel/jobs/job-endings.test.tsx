import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { countsOf, jobOf } from '~/kernel/testing/job';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { JobCard } from './job-card';
import { downloadName, followJob, jobTitle, type Job } from './jobs';
import { JobsIndicator } from './jobs-indicator';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const job = (parts: Partial<Job> = {}) =>
  jobOf({ counts: countsOf({ created: 12, updated: 3, unchanged: 10, rejected: 5 }), ...parts });

const ended = (state: Job['state']) =>
  job({ state, hasFile: true, undoneBy: null, imported: null, finishedAt: '2026-11-20T00:01:00Z' });

function open(jobs: () => Job[]) {
  server = new FakeServer({ ListJobs: () => pageOf(jobs()) });
  return renderRoutes([
    { path: '/', element: <JobsIndicator /> },
    { path: '*', element: null },
  ]);
}

describe('a job that ends in the background', () => {
  let now: Job;
  beforeEach(() => {
    now = job();
  });

  it.each([
    ['SUCCEEDED', /회원 일괄 등록.*완료되었습니다/],
    ['FAILED', /회원 일괄 등록.*실패했습니다/],
    ['CANCELLED', /회원 일괄 등록.*취소되었습니다/],
  ] as const)('%s is told once, with the way to its report', async (state, said) => {
    open(() => [now]);
    await screen.findByRole('button', { name: '진행 중인 작업 1건' });
    now = ended(state);
    expect(await screen.findByText(said)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '작업 보기' }));
    const box = await screen.findByRole('dialog');
    expect(await within(box).findByRole('button', { name: '결과 내려받기' })).toBeVisible();
  });

  it('lets lists, counts and figures follow', async () => {
    const follow = vi.spyOn(QueryClient.prototype, 'invalidateQueries');
    open(() => [now]);
    await screen.findByRole('button', { name: '진행 중인 작업 1건' });
    now = ended('CANCELLED');
    await screen.findByText(/취소되었습니다/);
    expect(follow.mock.calls.map(([filter]) => filter?.queryKey?.[0])).toEqual(
      expect.arrayContaining(['members', 'physical-measurements', 'companies-dealer', 'home']),
    );
  });

  it.each(['COMPANY_UPGRADE', 'BULK_CHANGE', 'MEMBER_IMPORT'] as const)(
    '%s leaves open forms and logged reads alone',
    async (kind) => {
      const queryClient = new QueryClient();
      const read = vi.fn((name: string) => Promise.resolve(name));
      const stops = ['list', 'edit'].map((name) =>
        new QueryObserver(queryClient, {
          queryKey: ['members', name],
          queryFn: () => read(name),
          staleTime: Infinity,
          ...(name === 'edit' && { gcTime: 0 }),
        }).subscribe(() => undefined),
      );
      await waitFor(() => {
        expect(queryClient.isFetching()).toBe(0);
      });
      expect(read).toHaveBeenCalledTimes(2);
      read.mockClear();
      await followJob(queryClient, kind);
      expect(read.mock.calls).toEqual([['list']]);
      for (const stop of stops) stop();
    },
  );

  it('is told after a reload too', async () => {
    const { unmount } = open(() => [now]);
    await screen.findByRole('button', { name: '진행 중인 작업 1건' });
    unmount();
    now = ended('SUCCEEDED');
    open(() => [now]);
    expect(await screen.findByText(/완료되었습니다/)).toBeVisible();
  });

  it('is not told again by another tab, nor of what ended long ago', async () => {
    open(() => [now]);
    await screen.findByRole('button', { name: '진행 중인 작업 1건' });
    // The other tab has removed it from the list.
    localStorage.removeItem('uno-jobs-under-way');
    now = ended('SUCCEEDED');
    await screen.findByRole('button', { name: '내 작업' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText(/완료되었습니다/)).toBeNull();
  });
});

describe('the card of a job', () => {
  it.each(['CANCELLED', 'FAILED'] as const)('that %s says what was written before', (state) => {
    renderRoutes([{ path: '/', element: <JobCard job={ended(state)} /> }]);
    expect(
      screen.getByText('멈추기 전까지 신규 12 · 변경 3 · 변경 없음 10 · 제외 5'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: '결과 내려받기' })).toBeVisible();
  });

  it('leads to the members that were registered meanwhile', async () => {
    const { router } = renderRoutes([
      { path: '/', element: <JobCard job={ended('SUCCEEDED')} /> },
      { path: '*', element: null },
    ]);
    await userEvent.click(screen.getByRole('link', { name: '작업 중 새로 등록된 회원 보기' }));
    await waitFor(() => {
      expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
        startCreatedAt: '2026-11-20T00:00:00Z',
        endCreatedAt: '2026-11-20T00:01:00Z',
      });
    });
  });

  it('names its file by what it is', () => {
    const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect(downloadName(job(), sheet)).toBe('명단-report.xlsx');
    expect(downloadName(job({ fileName: '2026.11 명단.xlsx' }), 'text/csv; charset=utf-8')).toBe(
      '2026.11 명단-report.csv',
    );
    const exported = job({ kind: 'EXPORT', list: 'member.title', fileName: 'all.xlsx' });
    expect(downloadName(exported, sheet)).toBe('all.xlsx');
    expect(downloadName(exported, 'text/csv')).toBe('all.csv');
  });

  it('names an export by its list', () => {
    expect(jobTitle(job({ kind: 'EXPORT', list: 'member.title' }))).toBe('업체 회원 내보내기');
    expect(jobTitle(job({ kind: 'EXPORT', list: 'of.a.later.version' }))).toBe('목록 내보내기');
  });
});

describe('the file of an export', () => {
  it('is deleted by whom it was written for, behind a question', async () => {
    const file = { fileName: 'members.xlsx', hasFile: true, undoneBy: null, imported: null, list: 'member.title' };
    const done = job({ ...file, kind: 'EXPORT', state: 'SUCCEEDED' });
    server = new FakeServer({ DeleteJobFile: () => ({ ...done, hasFile: false }) });
    renderRoutes([{ path: '/', element: <JobCard job={done} /> }]);
    await userEvent.click(screen.getByRole('button', { name: '파일 삭제' }));
    const question = await screen.findByText(/members.xlsx 파일을 삭제하시겠습니까/);
    expect(server.requestsOf('DeleteJobFile')).toEqual([]);
    const dialog = within(question.closest<HTMLElement>('[role=dialog]') ?? document.body);
    await userEvent.click(dialog.getByRole('button', { name: '파일 삭제' }));
    await waitFor(() => {
      expect(server.requestsOf('DeleteJobFile')).toEqual([{ path: { jobId: 4 } }]);
    });
    expect(await screen.findByText('파일을 삭제했습니다.')).toBeVisible();
  });

  it('of an import stays, because it says what was done', () => {
    renderRoutes([{ path: '/', element: <JobCard job={ended('SUCCEEDED')} /> }]);
    expect(screen.queryByRole('button', { name: '파일 삭제' })).toBeNull();
  });
});
