import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UNREAD } from '~/kernel/alerts/read-alerts';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { renderWithin } from '~/kernel/testing/render-within';
import { WITHIN_LIST } from '~/kernel/url/list-state';
import AlertDialog from './alert-dialog';
import AlertList from './alert-list';
import AlertSettingsDialog from './alert-settings-dialog';
import { type Alert, type AlertSettings } from './alerts';
import { useOpenedAlert } from './opened-alert';
import { followUnread } from './unread';

let server: FakeServer;
const listen = vi.fn<(onCount: (unread: number) => void, signal: AbortSignal) => Promise<void>>();
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/domain/alerts', () => ({
  listenForAlerts: (onCount: (unread: number) => void, signal: AbortSignal) =>
    listen(onCount, signal),
}));

function alert(parts: Partial<Alert> = {}): Alert {
  return {
    alertId: 7,
    kind: 'DANGEROUS_GRADE',
    createdAt: '2026-11-20T01:00:00Z',
    isRead: false,
    measurement: {
      kind: 'PHYSICAL',
      measurementId: 31,
      measuredAt: '2026-11-20T00:50:00Z',
      memberId: 3,
      memberName: '김하늘',
      companyName: '가람 건강센터',
      grades: [{ indicator: 'BLOOD_PRESSURE', grade: 'STAGE_2', concern: 'DANGER' }],
      urgent: [],
    },
    job: null,
    terms: null,
    ...parts,
  };
}

const done = alert({
  alertId: 6,
  kind: 'TERMS_SOON',
  isRead: true,
  measurement: null,
  terms: {
    termsId: 2,
    kind: 'PRIVACY',
    edition: '2.0',
    language: 'ko',
    effectiveFrom: '2026-11-25',
  },
});

const { measurement } = alert();
const urgent = alert({
  kind: 'URGENT_VALUE',
  ...(measurement && { measurement: { ...measurement, grades: [], urgent: ['HIGH' as const] } }),
});

const listOf = (data: Alert[], next: string | null = null) => ({
  data,
  next,
  unreadCount: data.filter((one) => !one.isRead).length,
});

it('an opened alert leaves a list as its reader has left it', async () => {
  function Opened() {
    const { id, open, close } = useOpenedAlert();
    return (
      <button
        onClick={() => {
          if (id === undefined) open(7);
          else close();
        }}
      >
        {id ?? '알림'}
      </button>
    );
  }
  const { router } = renderRoutes([{ path: '/list', Component: Opened }], '/list');
  await act(() => router.navigate('/list', { state: WITHIN_LIST }));
  await userEvent.click(screen.getByRole('button', { name: '알림' }));
  expect(router.state.location).toMatchObject({ search: '?alert=7', state: WITHIN_LIST });
  await userEvent.click(screen.getByRole('button', { name: '7' }));
  expect(router.state.location).toMatchObject({ search: '', state: WITHIN_LIST });
});

describe('the list', () => {
  it('says who, what, how grave and where, and what is unread', async () => {
    server = new FakeServer({ ListAlerts: () => listOf([alert(), done]) });
    const open = vi.fn();
    renderWithin(<AlertList onOpen={open} onSettings={vi.fn()} />);
    const [first, second] = await screen.findAllByRole('listitem');
    if (!first || !second) throw new Error('There are two alerts');
    expect(within(first).getByText('김하늘')).toBeVisible();
    expect(within(first).getByText('혈압')).toBeVisible();
    expect(within(first).getByText('2단계')).toBeVisible();
    expect(within(first).getByText(/가람 건강센터/)).toBeVisible();
    expect(within(first).getByText('읽지 않음')).toBeInTheDocument();
    expect(within(second).queryByText('읽지 않음')).toBeNull();
    expect(within(second).getByText('약관 적용 예정')).toBeVisible();
    await userEvent.click(within(first).getByRole('button'));
    expect(open).toHaveBeenCalledWith(7);
  });

  it('says that a value calls for action where it has no grade', async () => {
    server = new FakeServer({ ListAlerts: () => listOf([urgent]) });
    renderWithin(<AlertList onOpen={vi.fn()} onSettings={vi.fn()} />);
    expect(await screen.findByText('매우 높음')).toBeVisible();
  });

  it('marks as read what was seen, not what comes meanwhile', async () => {
    let isRead = false;
    server = new FakeServer({
      ListAlerts: () => listOf([alert({ isRead })]),
      MarkAlertsRead: () => {
        isRead = true;
        return { unreadCount: 0 };
      },
    });
    const { queryClient } = renderWithin(<AlertList onOpen={vi.fn()} onSettings={vi.fn()} />);
    await screen.findByRole('listitem');
    const all = screen.getByRole('button', { name: '모두 읽음으로 표시' });
    expect(all).not.toHaveAttribute('aria-disabled');
    await userEvent.click(all);
    expect(server.requestsOf('MarkAlertsRead')[0]?.body).toEqual({ alertIds: [], through: 7 });
    expect(queryClient.getQueryData(UNREAD)).toBe(0);
    await waitFor(() => {
      expect(all).toHaveAttribute('aria-disabled', 'true');
    });
    expect(all).toHaveFocus();
    await userEvent.click(all);
    expect(server.requestsOf('MarkAlertsRead')).toHaveLength(1);
  });

  it('goes on where its page ends', async () => {
    server = new FakeServer({
      ListAlerts: ({ query }) =>
        query?.after === 'there' ? listOf([done]) : listOf([alert()], 'there'),
    });
    renderWithin(<AlertList onOpen={vi.fn()} onSettings={vi.fn()} />);
    await userEvent.click(await screen.findByRole('button', { name: '더 보기' }));
    expect(await screen.findByText('약관 적용 예정')).toBeVisible();
    expect(screen.queryByRole('button', { name: '더 보기' })).toBeNull();
  });

  it('says that nothing has come', async () => {
    server = new FakeServer({ ListAlerts: () => listOf([]) });
    renderWithin(<AlertList onOpen={vi.fn()} onSettings={vi.fn()} />);
    expect(await screen.findByText('받은 알림이 없습니다')).toBeVisible();
    expect(screen.getByRole('button', { name: '모두 읽음으로 표시' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});

describe('the detail', () => {
  function open(shown: Alert) {
    server = new FakeServer({
      GetAlert: () => shown,
      MarkAlertsRead: () => ({ unreadCount: 0 }),
    });
    const element = (
      <AlertDialog id={shown.alertId} onClose={vi.fn()} pathOf={() => '/history/there/31'} />
    );
    return renderRoutes([
      { path: '/', element },
      { path: '*', element: null },
    ]);
  }

  it('leads to the record, and has been read', async () => {
    open(alert());
    const link = await screen.findByRole('link', { name: '기록 열기' });
    expect(link).toHaveAttribute('href', '/history/there/31');
    expect(screen.getByText('2단계')).toBeVisible();
    expect(server.requestsOf('MarkAlertsRead')[0]?.body).toEqual({ alertIds: [7] });
  });

  it('says that a value calls for action where it has no grade', async () => {
    open(urgent);
    expect(await screen.findByText('바로 확인이 필요한 값')).toBeVisible();
    expect(screen.getByText('매우 높음')).toBeVisible();
  });

  it('says from when on terms hold', async () => {
    open(done);
    expect(await screen.findByRole('link', { name: '약관 열기' })).toBeVisible();
    expect(screen.getByText('개인정보 처리방침 2.0')).toBeVisible();
    expect(server.requestsOf('MarkAlertsRead')).toEqual([]);
  });
});

describe('the settings', () => {
  const before: AlertSettings = {
    kinds: ['DANGEROUS_GRADE', 'JOB_DONE', 'JOB_FAILED', 'TERMS_SOON'],
    fromDanger: ['BMI', 'STRESS'],
    fromAttention: [],
  };

  it('are saved with the threshold of each indicator', async () => {
    server = new FakeServer({
      GetAlertSettings: () => before,
      SaveAlertSettings: () => before,
    });
    const close = vi.fn();
    renderWithin(<AlertSettingsDialog onClose={close} />);
    const stress = await screen.findByRole('radiogroup', { name: '스트레스' });
    await userEvent.click(within(stress).getByRole('radio', { name: '관심부터' }));
    const bmi = screen.getByRole('radiogroup', { name: 'BMI' });
    await userEvent.click(within(bmi).getByRole('radio', { name: '받지 않음' }));
    await userEvent.click(screen.getByRole('checkbox', { name: '작업 완료' }));
    await userEvent.click(screen.getByRole('button', { name: '저장' }));
    expect(server.requestsOf('SaveAlertSettings')[0]?.body).toEqual({
      kinds: ['DANGEROUS_GRADE', 'JOB_FAILED', 'TERMS_SOON'],
      fromDanger: [],
      fromAttention: ['STRESS'],
    });
    expect(close).toHaveBeenCalled();
  });

  it('offer danger only of what is graded as dangerous', async () => {
    server = new FakeServer({
      GetAlertSettings: () => ({
        kinds: ['DANGEROUS_GRADE'],
        fromDanger: ['BODY_FAT'],
        fromAttention: [],
      }),
    });
    renderWithin(<AlertSettingsDialog onClose={() => undefined} />);
    const bodyFat = await screen.findByRole('radiogroup', { name: '체지방률' });
    expect(within(bodyFat).queryByRole('radio', { name: '위험만' })).toBeNull();
    expect(within(bodyFat).getByRole('radio', { name: '받지 않음' })).toBeChecked();
  });
});

describe('the count', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    listen.mockReset();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('follows the stream, and asks for it again when it has ended', async () => {
    const queryClient = new QueryClient();
    listen.mockImplementation((onCount) => {
      onCount(3);
      return Promise.resolve();
    });
    const stop = followUnread(queryClient);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(queryClient.getQueryData(UNREAD)).toBe(3);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(listen).toHaveBeenCalledTimes(2);
    stop();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(listen).toHaveBeenCalledTimes(2);
  });

  it('is asked for once a minute where the stream is refused twice', async () => {
    const queryClient = new QueryClient();
    listen.mockRejectedValue(refusal(10029, 429));
    server = new FakeServer({ ListAlerts: () => ({ data: [], next: null, unreadCount: 5 }) });
    const stop = followUnread(queryClient);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(server.requestsOf('ListAlerts')).toHaveLength(0);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(queryClient.getQueryData(UNREAD)).toBe(5);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(server.requestsOf('ListAlerts')).toHaveLength(2);
    stop();
  });

  it('is asked for where streams begin and tell nothing, as behind a proxy that keeps them back', async () => {
    const queryClient = new QueryClient();
    listen.mockResolvedValue(undefined);
    server = new FakeServer({ ListAlerts: () => ({ data: [], next: null, unreadCount: 5 }) });
    const stop = followUnread(queryClient);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(queryClient.getQueryData(UNREAD)).toBe(5);
    stop();
  });

  it('has the list asked again, also where other alerts are as many', async () => {
    const queryClient = new QueryClient();
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
    let tell: (unread: number) => void = vi.fn();
    listen.mockImplementation((onCount, signal) => {
      tell = onCount;
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve();
        });
      });
    });
    const stop = followUnread(queryClient);
    tell(100);
    tell(100);
    expect(invalidate).toHaveBeenCalledTimes(2);
    stop();
    await act(() => vi.advanceTimersByTimeAsync(0));
  });

  it('comes back within half as long again, so that not all consoles do at once', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    listen.mockImplementation((onCount) => {
      onCount(3);
      return Promise.resolve();
    });
    const stop = followUnread(new QueryClient());
    await act(() => vi.advanceTimersByTimeAsync(2_900));
    expect(listen).toHaveBeenCalledTimes(1);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(listen).toHaveBeenCalledTimes(2);
    stop();
    await act(() => vi.advanceTimersByTimeAsync(0));
  });

  it('rests while nobody sees the page', async () => {
    listen.mockImplementation(
      (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            resolve();
          });
        }),
    );
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    const stop = followUnread(new QueryClient());
    expect(listen).toHaveBeenCalledTimes(1);
    visibility.mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(listen.mock.calls[0]?.[1].aborted).toBe(true);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(listen).toHaveBeenCalledTimes(2);
    stop();
    await act(() => vi.advanceTimersByTimeAsync(0));
  });
});
