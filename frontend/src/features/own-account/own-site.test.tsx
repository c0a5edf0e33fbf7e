import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { OwnSite } from './own-site';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

const no = { allowed: false, reason: 'forbidden' };
const SITE: Answer<'GetOwnOperator'> = {
  operatorId: 9,
  loginId: 'site.one',
  name: '1층 측정실',
  companyId: 4,
  companyName: '가온 건강센터',
  mainManagerId: 7,
  mainManagerName: '이대리',
  permissionGroupId: 5,
  permissionGroupName: '운영자',
  serviceIds: [],
  externalDeviceIds: [2, 3],
  externalDeviceNames: ['맥파 측정기', '시력 측정기'],
  phoneNumber: null,
  email: null,
  postalCode: '04524',
  address: '서울 중구 세종대로 110',
  addressDetail: '1층',
  status: 'ACTIVE',
  memo: null,
  launchStatus: 'PREPARING',
  launchedAt: null,
  hasPassword: true,
  mustChangePassword: false,
  hasTwoSteps: false,
  lockedUntil: null,
  lastSignedInAt: null,
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  version: 1,
  can: { update: no, delete: no },
};

function open(site: typeof SITE) {
  server = new FakeServer({ GetOwnOperator: () => site });
  renderRoutes([{ path: '/', Component: OwnSite }], '/');
}

describe('an operator', () => {
  it('is told who answers for its site, where it is and which devices stand there', async () => {
    open({ ...SITE, launchStatus: 'OPERATING', launchedAt: '2026-02-02T00:00:00Z' });
    for (const fact of [
      '운영 중',
      '이대리',
      '가온 건강센터',
      '04524 서울 중구 세종대로 110 1층',
      /맥파 측정기.*시력 측정기/,
    ]) {
      expect(await screen.findByText(fact)).toBeVisible();
    }
    expect(screen.queryByText(/집계되지 않습니다/)).toBeNull();
  });

  it('is told before the launch that what it measures does not count yet', async () => {
    open(SITE);
    expect(await screen.findByText(/집계되지 않습니다/)).toBeVisible();
  });
});
