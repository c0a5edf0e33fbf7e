import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { jobOf } from '~/kernel/testing/job';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { companies } from './company-resource';
import { Component as UpgradeDialog } from './upgrade-dialog';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

const yes = { allowed: true, reason: null };
const DEALER: Answer<'GetCompany'> = {
  companyId: 3,
  type: 'DEALER',
  name: '한빛 메디컬',
  parentCompanyId: 1,
  parentCompanyName: '한빛 헬스케어',
  businessNumber: null,
  representativeName: null,
  phoneNumber: null,
  email: null,
  postalCode: null,
  address: null,
  addressDetail: null,
  memo: null,
  serviceIds: [],
  memberCount: 2,
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  version: 4,
  can: { update: yes, delete: yes },
};
const JOB = jobOf({
  jobId: 9,
  kind: 'COMPANY_UPGRADE',
  state: 'SUCCEEDED',
  fileName: 'company-upgrade-3.xlsx',
  companyName: '한빛 메디컬',
  progress: 7,
  total: 7,
  hasFile: true,
  undoneBy: null,
  imported: null,
  finishedAt: '2026-11-20T00:00:01Z',
});
const PLAN: Answer<'UpgradeCompany'> = {
  companyId: 3,
  from: 'DEALER',
  to: 'VENDOR',
  counts: {
    companies: 2,
    managers: 1,
    operators: 0,
    accounts: 0,
    members: 1234,
    measurements: 5678,
    trainings: 90,
    links: 0,
    divisions: 0,
    credentials: 0,
  },
  ownManagers: 1,
  permissionGroupName: '총판 관리자',
  obstacles: [],
  job: null,
};

function open(company = DEALER, plan: Partial<Answer<'UpgradeCompany'>> = {}) {
  server = new FakeServer({
    GetCompany: () => company,
    GetJob: () => JOB,
    ListCompanyOptions: () => [
      { companyId: 1, type: 'VENDOR', name: '한빛 헬스케어', parentNames: [] },
    ],
    UpgradeCompany: ({ body }) => ({ ...PLAN, ...plan, job: body?.dryRun === false ? JOB : null }),
  });
  const resource = companies(company.type);
  return renderRoutes(
    [
      {
        path: `${resource.path}/:id`,
        element: <Outlet context={resource} />,
        children: [{ path: 'upgrade', Component: UpgradeDialog }],
      },
    ],
    `${resource.path}/3/upgrade`,
  );
}

describe('moving a company up', () => {
  it('says what moves along, asks for the name, and leads to the company', async () => {
    open();
    const dialog = await screen.findByRole('dialog', { name: '총판으로 승급 – 한빛 메디컬' });
    expect(await within(dialog).findByText('1,234')).toBeVisible();
    expect(within(dialog).getByText(/총판 관리자/)).toBeVisible();
    const confirm = within(dialog).getByRole('button', { name: '승급' });
    expect(confirm).toBeDisabled();
    expect(within(dialog).getByRole('textbox')).toHaveFocus();
    await userEvent.type(within(dialog).getByRole('textbox'), '한빛 메디컬');
    await userEvent.click(confirm);
    const link = await within(dialog).findByRole('link', { name: '승급한 업체로 이동' });
    expect(link).toHaveAttribute('href', '/company_management/vendor_management/3');
    expect(server.requestsOf('UpgradeCompany').map(({ body }) => body)).toEqual([
      { parentCompanyId: null, dryRun: true },
      { parentCompanyId: null, dryRun: false },
    ]);
  });

  it('loses no input when the company cannot be read again meanwhile', async () => {
    const { queryClient } = open();
    const dialog = within(await screen.findByRole('dialog', { name: /총판으로 승급/ }));
    await userEvent.type(await dialog.findByRole('textbox'), '한빛');
    server.refuse('GetCompany', refusal(10099, 500));
    await act(() => queryClient.invalidateQueries());
    await act(() => new Promise((drawn) => setTimeout(drawn, 50)));
    expect(dialog.getByRole('textbox')).toHaveValue('한빛');
  });

  it('says which keys are worth nothing afterwards', async () => {
    open();
    expect(await screen.findByText('1,234')).toBeVisible();
    expect(screen.queryByText(/폐기/)).toBeNull();
    cleanup();
    open(DEALER, { counts: { ...PLAN.counts, credentials: 2 } });
    expect(await screen.findByText(/연동 인증키\(2개\)는 폐기됩니다/)).toBeVisible();
  });

  it('says what stands in the way, and offers nothing then', async () => {
    const obstacles = [{ path: 'companyId', code: 'managedFromAbove', params: { count: '3' } }];
    open(DEALER, { obstacles });
    expect(await screen.findByText(/운영자 3명/)).toBeVisible();
    expect(screen.getByRole('button', { name: '승급' })).toBeDisabled();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('asks a retailer first for the vendor above', async () => {
    open({ ...DEALER, type: 'RETAILER' });
    const dialog = await screen.findByRole('dialog', { name: /대리점으로 승급/ });
    await userEvent.click(await within(dialog).findByRole('combobox', { name: /상위 업체/ }));
    expect(server.requestsOf('UpgradeCompany')).toEqual([]);
    await userEvent.click(await screen.findByRole('option', { name: '한빛 헬스케어' }));
    await waitFor(() => {
      expect(server.requestsOf('UpgradeCompany').map(({ body }) => body)).toEqual([
        { parentCompanyId: 1, dryRun: true },
      ]);
    });
  });
});
