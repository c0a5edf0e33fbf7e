import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import '~/kernel/testing/unmeasured';
import { TRAININGS } from './screens';
import { Component as TrainingListPage } from './training-list-page';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: false, update: false, delete: false }),
}));

const BEGUN: Answer<'GetTrainingParticipation'> = {
  trainingParticipationId: 7,
  memberId: 31,
  memberNo: 'A1',
  memberName: '윤지우',
  companyId: 3,
  companyName: '한빛 건강센터',
  programName: '기억력 훈련 4주',
  unitName: '주의력',
  day: 3,
  contentName: '숫자 찾기',
  startedAt: '2026-11-02T10:00:00Z',
  endedAt: null,
  completion: 60,
  score: null,
  sourceId: '3-1',
  receivedAt: '2026-11-02T10:00:00Z',
  updatedAt: '2026-11-02T10:00:00Z',
};
const DONE = {
  ...BEGUN,
  trainingParticipationId: 8,
  contentName: '같은 그림 찾기',
  endedAt: '2026-11-02T10:30:00Z',
  completion: 100,
  score: 87.5,
};

function open(address: string = TRAININGS.path) {
  renderRoutes([{ path: TRAININGS.path, Component: TrainingListPage }], address);
}

describe('the history of participations in trainings', () => {
  it('says who did what, when, how far and with what score', async () => {
    server = new FakeServer({ ListTrainingParticipations: () => pageOf([DONE, BEGUN]) });
    open();
    const done = await screen.findByRole('row', { name: /같은 그림 찾기/ });
    for (const told of ['윤지우', '기억력 훈련 4주', '주의력', '2026-11-02 19:00', '100%', '87.5'])
      expect(done).toHaveTextContent(told);
    const begun = screen.getByRole('row', { name: /숫자 찾기/ });
    expect(within(begun).getByText('60%')).toBeVisible();
  });

  it('asks for what was or was not completed, as the address says', async () => {
    server = new FakeServer({ ListTrainingParticipations: () => pageOf([BEGUN]) });
    open(`${TRAININGS.path}?completed=false&memberId=31`);
    await screen.findByRole('row', { name: /숫자 찾기/ });
    expect(server.requestsOf('ListTrainingParticipations')[0]?.query).toMatchObject({
      completed: false,
      memberId: 31,
    });
  });

  it('says where participations come from while there are none', async () => {
    server = new FakeServer({ ListTrainingParticipations: () => pageOf([]) });
    open();
    expect(await screen.findByText('아직 참여한 훈련이 없습니다')).toBeVisible();
    expect(screen.getByText('앱에서 훈련을 시작하면 여기에 나타납니다.')).toBeVisible();
  });
});
