import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Component as ParticipationPage } from './participation-page';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/session/session', async (original) => ({
  ...(await original<object>()),
  useAuthority: () => 'MEMBER',
}));

type Participation = Answer<'ListOwnTrainingParticipations'>['data'][number];

function participation(id: number, what: Partial<Participation> = {}): Participation {
  return {
    trainingParticipationId: id,
    memberId: 1,
    memberNo: 'A1',
    memberName: '김하나',
    companyId: 2,
    companyName: '가온',
    programName: '스트레스 완화 3주',
    unitName: '호흡과 이완',
    day: 3,
    contentName: `콘텐츠 ${String(id)}`,
    startedAt: '2026-03-02T10:00:00Z',
    endedAt: null,
    completion: 60,
    score: null,
    sourceId: String(id),
    receivedAt: '2026-03-02T10:00:00Z',
    updatedAt: '2026-03-02T10:00:00Z',
    ...what,
  };
}

function open(rows: Participation[]) {
  server = new FakeServer({
    ListOwnTrainingParticipations: ({ query }) => {
      const { page, pageSize } = query as { page: number; pageSize: number };
      return { ...pageOf(rows.slice(page * pageSize, (page + 1) * pageSize)), page, pageSize };
    },
    GetOwnRecords: () => [{ kind: 'TRAINING', count: rows.length, latestAt: null }],
  });
  renderRoutes([{ path: '/', Component: ParticipationPage }]);
}

describe('a member’s own trainings', () => {
  it('say what was done, on which day of which program, how far and with what score', async () => {
    open([participation(1, { score: 82.5, completion: 100 })]);
    const entry = await screen.findByRole('listitem');
    for (const said of [
      '콘텐츠 1',
      '스트레스 완화 3주',
      '3일차',
      '호흡과 이완',
      '100%',
      '82.5점',
    ]) {
      expect(within(entry).getByText(said)).toBeVisible();
    }
  });

  it('are shown page by page', async () => {
    open(Array.from({ length: 25 }, (_, index) => participation(index + 1)));
    await screen.findByText('콘텐츠 20');
    expect(screen.queryByText('콘텐츠 21')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '이전 훈련 더 보기' }));
    expect(await screen.findByText('콘텐츠 25')).toBeVisible();
    expect(screen.queryByRole('button', { name: '이전 훈련 더 보기' })).toBeNull();
  });

  it('say where they come from while there are none', async () => {
    open([]);
    expect(await screen.findByText('아직 참여한 훈련이 없습니다')).toBeVisible();
  });
});
