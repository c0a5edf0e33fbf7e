import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import SendDialog from '~/kernel/report-links/send-dialog';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import '~/kernel/testing/unmeasured';
import { Component as OutboxPage } from './outbox-page';
import { OpenReport } from './open-report';
import { MessageDetail } from './message-detail';
import { OUTBOX } from './screens';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: false, update: true, delete: false }),
}));

const LINK: Answer<'GetMessage'> = {
  messageId: 7,
  createdAt: '2026-11-02T10:00:00+09:00',
  accountName: '김판매',
  memberId: 31,
  userId: null,
  personName: '윤지우',
  companyName: '한빛 건강센터',
  kind: 'STRESS',
  channel: 'EMAIL',
  address: 'y***@person.example',
  state: 'UNCERTAIN',
  attempts: 1,
  nextAttemptAt: null,
  failure: 'INTERRUPTED',
  sentAt: null,
  expiresAt: '2026-11-09T10:00:00+09:00',
  openedAt: null,
  openings: 0,
  wrongTries: 0,
  revokedAt: null,
  canRetry: true,
  canRevoke: true,
};

const RECIPIENT: Answer<'SendReports'>['recipients'][number] = {
  memberId: 31,
  memberNo: 'A1',
  memberName: '윤지우',
  measurements: 2,
  address: 'y***@person.example',
  state: null,
  reportLinkId: null,
  token: null,
};

describe('the outbox', () => {
  it('says to whom what was sent, how, and why not', async () => {
    server = new FakeServer({ ListMessages: () => pageOf([LINK]) });
    renderRoutes([{ path: OUTBOX.path, Component: OutboxPage }], OUTBOX.path);
    const row = await screen.findByRole('row', { name: /윤지우/ });
    for (const word of ['이메일', 'y***@person.example', '확인 필요', '전송 중 끊김'])
      expect(row).toHaveTextContent(word);
  });

  it('shows notices of dormancy beside links', async () => {
    const notice: typeof LINK = {
      ...LINK,
      memberId: null,
      userId: 5,
      kind: 'DORMANCY',
      companyName: null,
      expiresAt: null,
    };
    server = new FakeServer({ ListMessages: () => pageOf([notice]) });
    renderRoutes([{ path: OUTBOX.path, Component: OutboxPage }], `${OUTBOX.path}?kinds=DORMANCY`);
    expect(await screen.findByRole('row', { name: /윤지우/ })).toHaveTextContent('휴면 예정 안내');
    expect(server.requestsOf('ListMessages').at(-1)).toMatchObject({
      query: { kinds: ['DORMANCY'] },
    });
  });

  it('warns before a message is sent once more that may have arrived, and sends it', async () => {
    server = new FakeServer({ RetryMessage: () => ({ ...LINK, state: 'WAITING' }) });
    renderRoutes([{ path: '/', Component: () => <MessageDetail record={LINK} /> }], '/');
    expect(await screen.findByText(/두 번 받을 수 있습니다/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '다시 보내기' }));
    await waitFor(() => {
      expect(server.requestsOf('RetryMessage')).toEqual([{ path: { messageId: 7 } }]);
    });
  });
});

describe('sending', () => {
  it('tells who can be reached before, and the links that staff hand over once', async () => {
    const without = { ...RECIPIENT, memberId: 32, memberName: '박하나', address: null };
    server = new FakeServer({
      SendReports: ({ body }) => ({
        recipients: [RECIPIENT, without].map((one) => ({
          ...one,
          ...(body?.channel === 'DIRECT' && { address: null }),
          ...(body?.dryRun === false && { token: `token-${String(one.memberId)}`, state: 'SENT' }),
        })),
        leftOut: 0,
      }),
    });
    renderRoutes(
      [
        {
          path: '/',
          Component: () => (
            <SendDialog what={{ kind: 'STRESS', ids: [1, 2, 3] }} onClose={() => undefined} />
          ),
        },
      ],
      '/',
    );
    const dialog = await screen.findByRole('dialog', { name: '측정 결과 보내기' });
    expect(await within(dialog).findByText('받을 수 있는 회원: 2명 중 1명')).toBeVisible();
    expect(within(dialog).getByText('연락처 없음')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('radio', { name: '직접 전달' }));
    expect(await within(dialog).findByText('받을 수 있는 회원: 2명 중 2명')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: '링크 만들기' }));
    expect(await within(dialog).findAllByRole('button', { name: '링크 복사' })).toHaveLength(2);
  });

  it('returns the focus to the button that opened it', async () => {
    server = new FakeServer({ SendReports: () => ({ recipients: [RECIPIENT], leftOut: 0 }) });
    function Opener() {
      const [isOpen, setIsOpen] = useState(false);
      return (
        <>
          <button
            onClick={() => {
              setIsOpen(true);
            }}
          >
            보내기
          </button>
          {isOpen && (
            <SendDialog
              what={{ kind: 'STRESS', ids: [1] }}
              onClose={() => {
                setIsOpen(false);
              }}
            />
          )}
        </>
      );
    }
    renderRoutes([{ path: '/', Component: Opener }], '/');
    await userEvent.click(await screen.findByRole('button', { name: '보내기' }));
    const dialog = await screen.findByRole('dialog', { name: '측정 결과 보내기' });
    await userEvent.click(within(dialog).getByRole('button', { name: '취소' }));
    await waitFor(() => {
      expect(screen.getByRole('button', { name: '보내기' })).toHaveFocus();
    });
  });
});

describe('opening a report', () => {
  it('asks for the birth date, and says of every refusal the same', async () => {
    server = new FakeServer({});
    const onOpened = vi.fn();
    renderRoutes(
      [{ path: '/', Component: () => <OpenReport token="t" onOpened={onOpened} /> }],
      '/',
    );
    await userEvent.type(await screen.findByLabelText(/생년월일/), '1990-01-01');
    await userEvent.click(screen.getByRole('button', { name: '열기' }));
    await waitFor(() => {
      expect(server.requestsOf('OpenReport')).toEqual([
        { body: { token: 't', birthDate: '1990-01-01' } },
      ]);
    });
    server.refuse('OpenReport', refusal(10005, 404));
    await userEvent.click(screen.getByRole('button', { name: '열기' }));
    expect(await screen.findByText(/링크가 유효하지 않거나/)).toBeVisible();
    expect(onOpened).not.toHaveBeenCalled();
  });

  it('says of a link without its token that it is not whole', async () => {
    const onOpened = vi.fn();
    renderRoutes(
      [{ path: '/', Component: () => <OpenReport token="" onOpened={onOpened} /> }],
      '/',
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('링크가 온전하지 않습니다');
    expect(screen.queryByRole('button', { name: '열기' })).toBeNull();
  });
});
