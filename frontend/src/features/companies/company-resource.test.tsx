import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import type { Me } from '~/kernel/session/account';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Component as CreateDialog } from '~/kernel/resource/create-dialog';
import { RevisionList } from '~/kernel/resource/revision-list';
import { companies } from './company-resource';
import { Component as DealerPage } from './dealer-page';
import { Component as VendorPage } from './vendor-page';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

let me: Partial<Me> | undefined;
vi.mock('~/kernel/session/account', async (original) => ({
  ...(await original<object>()),
  knownMe: () => me,
}));
beforeEach(() => {
  me = undefined;
});

const VENDORS: Answer<'ListCompanyOptions'> = [
  { companyId: 3, name: '다솜', type: 'VENDOR', parentNames: [] },
  { companyId: 7, name: '한빛', type: 'VENDOR', parentNames: [] },
];
const isAmong =
  (ids: unknown) =>
  ({ companyId }: { companyId: number }) =>
    String(ids) === String(companyId);

function open(address: string) {
  server = new FakeServer({
    ListCompanies: () => pageOf([]),
    ListCompanyOptions: ({ query }) => VENDORS.filter(isAmong(query?.companyIds)),
    ListServices: () => pageOf([]),
  });
  return renderRoutes(
    [
      {
        path: '/vendors',
        Component: VendorPage,
        children: [{ path: 'new', Component: CreateDialog }],
      },
      {
        path: '/dealers',
        Component: DealerPage,
        children: [{ path: 'new', Component: CreateDialog }],
      },
    ],
    address,
  );
}

describe('the screens of companies', () => {
  it('list only their own tier, whatever the address says', async () => {
    open('/dealers?types=VENDOR&parentCompanyName=한빛&serviceIds=1&serviceIds=2');
    await screen.findByText('조건에 맞는 결과가 없습니다');
    expect(server.requestsOf('ListCompanies')[0]?.query).toEqual({
      types: ['DEALER'],
      parentCompanyName: '한빛',
      serviceIds: [1, 2],
      page: 0,
      pageSize: 20,
    });
  });

  it('ask a dealer for the company above, and a vendor not', async () => {
    open('/dealers/new');
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByRole('textbox', { name: '업체명' }), '가람');
    await userEvent.click(within(dialog).getByRole('button', { name: '저장' }));
    expect(within(dialog).getByRole('combobox', { name: '상위 업체' })).toBeInvalid();
  });

  it('say which company is to be registered first, and to whoever seeks that nothing matches', async () => {
    open('/dealers/new');
    const dialog = await screen.findByRole('dialog');
    const above = within(dialog).getByRole('combobox', { name: '상위 업체' });
    await userEvent.click(above);
    const found = await screen.findByRole('listbox', { name: '상위 업체' });
    expect(await within(found).findByText('먼저 총판을 등록해주세요.')).toBeVisible();
    await userEvent.type(above, '가람');
    expect(await within(found).findByText('조건에 맞는 결과가 없습니다')).toBeVisible();
  });

  it('begin below the company that the list is of', async () => {
    open('/dealers/new?parentCompanyId=7');
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByDisplayValue('한빛')).toBe(
      within(dialog).getByRole('combobox', { name: '상위 업체' }),
    );
  });

  it('begin below the own company where there is no other, whatever the list is of', async () => {
    me = {
      role: 'VENDOR',
      companyId: 3,
      accountId: 7,
      draftKey: 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE',
    };
    open('/dealers/new?parentCompanyId=7');
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByDisplayValue('다솜')).toBe(
      within(dialog).getByRole('combobox', { name: '상위 업체' }),
    );
  });

  it('have no company above a vendor', async () => {
    open('/vendors/new');
    expect(await screen.findByRole('textbox', { name: '업체명' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: /상위 업체/ })).toBeNull();
  });

  it('name the services in the history, which holds their numbers', async () => {
    const revision: Answer<'ListCompanyRevisions'>['data'][number] = {
      revisionId: 1,
      action: 'UPDATE',
      accountName: '김관리',
      changes: [{ field: 'serviceIds', before: null, after: '1, 2' }],
      createdAt: '2026-01-02T00:00:00Z',
      canUndo: false,
    };
    server = new FakeServer({
      ListCompanyRevisions: () => pageOf([revision]),
      ListServices: () =>
        pageOf([
          { id: 1, code: 'BRAIN_BODY', name: '브레인바디' },
          { id: 2, code: 'STRESS', name: '스트레스 측정' },
        ]),
    });
    const resource = companies('VENDOR');
    renderRoutes([{ path: '/', element: <RevisionList resource={resource} id={3} /> }]);
    const row = await screen.findByRole('row', { name: /서비스/ });
    expect(await within(row).findByText('브레인바디')).toBeVisible();
    expect(within(row).getByText('스트레스 측정')).toBeVisible();
  });
});
