// Tests that the bell does not report the end of a job that the user sees in an open dialog.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { jobOf } from '~/kernel/testing/job';
import { renderRoutes } from '~/kernel/testing/render-routes';
import type { Job } from './jobs';
import { RunningJob } from './running-job';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

type Alert = Answer<'ListAlerts'>['data'][number];

const JOB = jobOf();

const alertOf = (alertId: number, jobId: number): Alert => ({
  alertId,
  kind: 'JOB_DONE',
  createdAt: '2026-11-20T00:01:00Z',
  isRead: false,
  measurement: null,
  job: { jobId, kind: 'MEMBER_IMPORT', list: null, fileName: '명단.csv', failure: null },
  terms: null,
});

let now: Job;
let unread: Alert[];
beforeEach(() => {
  now = JOB;
  unread = [alertOf(8, 5), alertOf(7, 4)];
});

function open() {
  server = new FakeServer({
    GetJob: () => now,
    ListAlerts: () => ({ data: unread, next: null, unreadCount: unread.length }),
    MarkAlertsRead: ({ body }) => {
      const { alertIds } = body as { alertIds: number[] };
      unread = unread.filter(({ alertId }) => !alertIds.includes(alertId));
      return { unreadCount: unread.length };
    },
  });
  const view = renderRoutes([
    {
      path: '/',
      element: (
        <RunningJob jobId={4} kind="MEMBER_IMPORT">
          {(job) => job?.state}
        </RunningJob>
      ),
    },
  ]);
  view.queryClient.setQueryData(['alerts', 'unread'], 2);
  return view;
}

const counted = ({ queryClient }: ReturnType<typeof open>) =>
  queryClient.getQueryData(['alerts', 'unread']);

describe('the end of a job in its open dialog', () => {
  it.each(['SUCCEEDED', 'FAILED'] as const)(
    'that %s is read with it, and no other alert is',
    async (state) => {
      const view = open();
      await screen.findByText('RUNNING');
      expect(server.requestsOf('ListAlerts'), 'nothing is asked before').toEqual([]);
      now = { ...JOB, state, finishedAt: '2026-11-20T00:01:00Z' };
      await waitFor(() => {
        expect(server.requestsOf('MarkAlertsRead')).toEqual([{ body: { alertIds: [7] } }]);
      });
      await waitFor(() => {
        expect(counted(view)).toBe(1);
      });
      expect(server.requestsOf('ListAlerts')).toEqual([{ query: { isUnread: true } }]);
    },
  );

  it('makes no alert where it was cancelled, and none is looked for', async () => {
    now = { ...JOB, state: 'CANCELLED', finishedAt: '2026-11-20T00:01:00Z' };
    open();
    await screen.findByText('CANCELLED');
    expect(server.requestsOf('ListAlerts')).toEqual([]);
  });

  it('marks nothing for whoever wants to hear of no jobs', async () => {
    unread = [alertOf(8, 5)];
    now = { ...JOB, state: 'SUCCEEDED' };
    const view = open();
    await waitFor(() => {
      expect(server.requestsOf('ListAlerts')).toHaveLength(1);
    });
    expect(server.requestsOf('MarkAlertsRead')).toEqual([]);
    expect(counted(view)).toBe(2);
  });

  it('is told by the bell all the same where alerts cannot be had', async () => {
    const view = open();
    server.refuse('ListAlerts', refusal(10006, 500));
    now = { ...JOB, state: 'SUCCEEDED' };
    await screen.findByText('SUCCEEDED');
    expect(counted(view)).toBe(2);
  });
});
