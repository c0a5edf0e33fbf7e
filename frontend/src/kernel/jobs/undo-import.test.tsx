// Tests that an import is taken back after a dry run that tells what goes and what stays.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { countsOf, jobOf } from '~/kernel/testing/job';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { JobCard } from './job-card';
import type { Job } from './jobs';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const IMPORT = jobOf({
  kind: 'MEASUREMENT_IMPORT',
  imported: 'HEART_RATE',
  state: 'SUCCEEDED',
  counts: countsOf({ created: 3 }),
  createdAt: new Date().toISOString(),
  finishedAt: new Date().toISOString(),
});
const undoing = (parts: Partial<Job> = {}) =>
  jobOf({
    jobId: 8,
    kind: 'IMPORT_UNDO',
    state: 'PREVIEW',
    total: 3,
    counts: countsOf({ updated: 2, rejected: 1 }),
    ...parts,
  });

let now: Job;
beforeEach(() => {
  now = undoing();
  server = new FakeServer({
    ListJobs: () => pageOf([now, IMPORT]),
    GetJob: () => now,
    UndoBulk: () => now,
    StartBulk: () => (now = undoing({ state: 'SUCCEEDED' })),
    ListBulkRows: () =>
      pageOf([
        { recordId: 1, name: '윤지우 · 2026-01-05', outcome: 'REFUSED', error: 10008, fields: [] },
      ]),
  });
});

const open = (job: Job) => renderRoutes([{ path: '/', element: <JobCard job={job} /> }]);

it('tells what goes and what stays before an import is taken back', async () => {
  open(IMPORT);
  expect(screen.getByRole('link', { name: '등록된 측정 결과 보기' })).toHaveAttribute(
    'href',
    '/history/hr?importJobId=4',
  );
  await userEvent.click(screen.getByRole('button', { name: '이 등록 되돌리기' }));
  const dialog = within(await screen.findByRole('dialog', { name: '이 등록 되돌리기' }));
  expect(server.requestsOf('UndoBulk')).toEqual([]);
  await userEvent.click(await dialog.findByRole('button', { name: '미리 확인' }));
  expect(await dialog.findByText('2건을 되돌립니다.')).toBeVisible();
  expect(await dialog.findByText('윤지우 · 2026-01-05')).toBeVisible();
  expect(server.requestsOf('StartBulk')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: '2건 되돌리기' }));
  expect(await dialog.findByText('2건을 되돌렸습니다.')).toBeVisible();
  await waitFor(() => {
    expect(dialog.queryByRole('button', { name: '2건 되돌리기' })).toBeNull();
  });
});

it('shows the same undo again, and none of an import that has written nothing', async () => {
  const { unmount } = open({ ...IMPORT, undoneBy: 8 });
  await userEvent.click(screen.getByRole('button', { name: '되돌리기 보기' }));
  expect(await screen.findByText('2건을 되돌립니다.')).toBeVisible();
  expect(server.requestsOf('UndoBulk')).toEqual([]);
  unmount();
  open({ ...IMPORT, counts: countsOf({ rejected: 3 }) });
  expect(screen.queryByRole('button', { name: '이 등록 되돌리기' })).toBeNull();
});
