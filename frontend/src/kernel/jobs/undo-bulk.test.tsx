// Tests that the undo of a bulk action is reported once, by the code that started it, however long
// it takes.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { countsOf, jobOf } from '~/kernel/testing/job';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { JobCard } from './job-card';
import type { Job } from './jobs';
import { JobsIndicator } from './jobs-indicator';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const DONE = jobOf({
  kind: 'BULK_CHANGE',
  list: 'member.title',
  state: 'SUCCEEDED',
  counts: countsOf({ updated: 3, changed: 3 }),
});
const undoing = (parts: Partial<Job> = {}) =>
  jobOf({ jobId: 8, kind: 'BULK_UNDO', list: 'member.title', state: 'RUNNING', ...parts });

let now: Job;

beforeEach(() => {
  now = undoing();
  server = new FakeServer({
    ListJobs: () => pageOf([now, DONE]),
    GetJob: () => now,
    UndoBulk: () => undoing({ state: 'QUEUED' }),
    ListAlerts: () => ({ data: [], next: null, unreadCount: 0 }),
  });
});

/** Starts the undo and waits until the header shows the job. */
async function undo() {
  const view = renderRoutes([
    {
      path: '/',
      element: (
        <>
          <JobsIndicator />
          <JobCard job={DONE} />
        </>
      ),
    },
  ]);
  await userEvent.click(screen.getByRole('button', { name: '되돌리기' }));
  const question = within(await screen.findByRole('dialog'));
  await userEvent.click(question.getByRole('button', { name: '되돌리기' }));
  await waitFor(() => {
    expect(server.requestsOf('GetJob').length).toBeGreaterThan(0);
  });
  await screen.findByRole('button', { name: '진행 중인 작업 1건' });
  return view;
}

/** Waits until the header has seen the end, and longer than a notification takes. */
async function over() {
  await screen.findByRole('button', { name: '내 작업' });
  await new Promise((resolve) => setTimeout(resolve, 50));
}

const end = (parts: Partial<Job> = {}) => {
  now = undoing({ state: 'SUCCEEDED', counts: countsOf({ updated: 3 }), ...parts });
};

it('says that it is done and nothing else, and its alert is read', async () => {
  await undo();
  end();
  expect(await screen.findByText('되돌렸습니다.')).toBeVisible();
  await over();
  expect(screen.queryByText(/완료되었습니다/)).toBeNull();
  await waitFor(() => {
    expect(server.requestsOf('ListAlerts')).toHaveLength(1);
  });
});

it.each([
  ['FAILED', /실패했습니다/],
  ['CANCELLED', /취소되었습니다/],
] as const)('says once that it has %s', async (state, said) => {
  await undo();
  end({ state });
  await screen.findByText(said);
  await over();
  expect(screen.getAllByText(said)).toHaveLength(1);
});

it('is left to another tab that has told it', async () => {
  await undo();
  localStorage.removeItem('uno-jobs-under-way');
  end();
  await over();
  await waitFor(() => {
    expect(screen.getByRole('button', { name: '되돌리기' })).not.toHaveAttribute('data-loading');
  });
  expect(screen.queryByText('되돌렸습니다.')).toBeNull();
});

it('is told as that of any other job where its end could not be asked for', async () => {
  await undo();
  server.refuse('GetJob', refusal(10012, 503));
  await screen.findByRole('alert');
  end();
  expect(await screen.findByText(/완료되었습니다/)).toBeVisible();
  expect(screen.queryByText('되돌렸습니다.')).toBeNull();
});
