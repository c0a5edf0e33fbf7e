import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { Component as EditDialog } from '~/kernel/resource/edit-dialog';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { MANAGERS_PATH, MEMBERS_PATH, OPERATORS_PATH } from '~/kernel/screen/known-paths';
import { Component as CompanyPage } from './company-page';
import { Component as IssueDialog } from './issue-credential-dialog';
import { DEALERS, RETAILERS, VENDORS } from './screens';

let server: FakeServer;
let readable: readonly string[];
let credentials: Answer<'ListCompanyCredentials'>;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: (path: string) => ({
    read: readable.includes(path),
    create: true,
    update: true,
    delete: true,
  }),
}));

const yes = { allowed: true, reason: null };
const COMPANY: Answer<'GetCompany'> = {
  companyId: 3,
  type: 'DEALER',
  name: '가온 메디컬',
  parentCompanyId: 1,
  businessNumber: null,
  representativeName: '정가온',
  phoneNumber: null,
  email: null,
  postalCode: null,
  address: null,
  addressDetail: null,
  memo: null,
  serviceIds: [],
  parentCompanyName: '한빛 헬스케어',
  memberCount: 12,
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  version: 1,
  can: { update: yes, delete: yes },
};

const CREDENTIAL: Answer<'ListCompanyCredentials'>[number] = {
  companyCredentialId: 9,
  name: '예약 시스템',
  secretStart: 'uno_9_',
  scopes: ['COMPANIES_READ'],
  status: 'ACTIVE',
  expiresOn: '2027-01-02',
  lastUsedAt: null,
  revokedAt: null,
  createdAt: '2026-01-02T00:00:00Z',
  accountName: '김관리',
  personsPerDay: 500,
  approvedAt: '2026-01-02T00:00:00Z',
  approvedBy: null,
  approval: { allowed: false, reason: 'notPending' },
};

beforeEach(() => {
  credentials = [CREDENTIAL];
  readable = [DEALERS.path, RETAILERS.path, MANAGERS_PATH, OPERATORS_PATH, MEMBERS_PATH];
  server = new FakeServer({
    GetCompany: () => COMPANY,
    ListCompanies: () =>
      pageOf([{ ...COMPANY, companyId: 4, type: 'RETAILER', name: '가온 건강센터' }], 31),
    ListManagers: () => pageOf([]),
    ListCompanyCredentials: () => credentials,
    IssueCompanyCredential: () => ({ companyCredential: CREDENTIAL, secret: 'uno_9_geheim' }),
    RevokeCompanyCredential: () => ({}),
    ApproveCompanyCredential: () => CREDENTIAL,
    ListServices: () => pageOf([]),
  });
});

function open(address: string, path = DEALERS.path) {
  return renderRoutes(
    [
      {
        path: `${path}/:id`,
        Component: CompanyPage,
        children: [
          { path: 'credential', Component: IssueDialog },
          { path: 'edit', Component: EditDialog },
        ],
      },
    ],
    address,
  );
}

describe('the page of a company', () => {
  it('asks for the rows of a tab when it is opened, and for no others', async () => {
    const { router } = open(`${DEALERS.path}/3`);
    expect(await screen.findByText('정가온')).toBeVisible();
    expect(server.asked.map(({ endpoint }) => endpoint)).toEqual(['GetCompany', 'ListServices']);
    await userEvent.click(screen.getByRole('tab', { name: '하위 업체' }));
    const row = await screen.findByRole('link', { name: '가온 건강센터' });
    expect(row).toHaveAttribute('href', `${RETAILERS.path}/4`);
    expect(router.state.location.search).toBe('?tab=companies');
    expect(server.requestsOf('ListCompanies')[0]?.query).toEqual({
      parentCompanyId: 3,
      pageSize: 20,
    });
    expect(screen.getByText('31건 중 1~1')).toBeVisible();
    expect(server.requestsOf('ListManagers')).toHaveLength(0);
  });

  it('begins with the tab of its address', async () => {
    open(`${DEALERS.path}/3?tab=managers`);
    expect(await screen.findByText('아직 등록된 자료가 없습니다')).toBeVisible();
    expect(screen.getByRole('tab', { name: '매니저 계정' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(server.requestsOf('ListManagers')[0]?.query).toEqual({ companyId: 3, pageSize: 20 });
  });

  it('keeps its tab below an open dialog', async () => {
    const { router } = open(`${DEALERS.path}/3?tab=managers`);
    await userEvent.click(await screen.findByRole('button', { name: '수정' }));
    expect(await screen.findByRole('dialog', { name: '대리점 수정' })).toBeVisible();
    expect(router.state.location).toMatchObject({
      pathname: `${DEALERS.path}/3/edit`,
      search: '?tab=managers',
    });
  });

  it('says with the details who made it, and below no other tab', async () => {
    const made = { at: '2026-01-02T00:00:00Z', accountName: '김관리' };
    server = new FakeServer({
      GetCompany: () => ({ ...COMPANY, authors: { made, changed: null } }),
      ListCompanies: () => pageOf([]),
      ListServices: () => pageOf([]),
    });
    open(`${DEALERS.path}/3`);
    expect(await screen.findByText('김관리')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: '하위 업체' }));
    expect(screen.queryByText('김관리')).toBeNull();
  });

  it('has no tab of a screen that the reader may not see, also by its address', async () => {
    readable = [DEALERS.path];
    open(`${DEALERS.path}/3?tab=members`);
    expect(await screen.findByText('정가온')).toBeVisible();
    const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(tabs).toEqual(['상세 정보', '부서', '연동 인증키', '변경 이력']);
    expect(server.requestsOf('ListMembers')).toHaveLength(0);
  });

  it('stays where the reader has gone while its removal was under way', async () => {
    const { router } = open(`${DEALERS.path}/3`);
    await userEvent.click(await screen.findByRole('button', { name: '삭제' }));
    const question = within(await screen.findByRole('dialog'));
    let answer: ((removed: object) => void) | undefined;
    vi.spyOn(server, 'call').mockImplementationOnce(
      () => new Promise((resolve) => (answer = resolve)),
    );
    await userEvent.click(question.getByRole('button', { name: '삭제' }));
    await act(() => router.navigate(`${DEALERS.path}/4`));
    answer?.({});
    expect(await screen.findByText('삭제했습니다.')).toBeVisible();
    expect(router.state.location.pathname).toBe(`${DEALERS.path}/4`);
  });

  it('moves between its tabs by keys', async () => {
    open(`${DEALERS.path}/3`);
    (await screen.findByRole('tab', { name: '상세 정보' })).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: '하위 업체' })).toHaveFocus();
    expect(await screen.findByRole('link', { name: '가온 건강센터' })).toBeVisible();
  });

  it('leads to the screen of its tier from that of another', async () => {
    open(`${VENDORS.path}/3`, VENDORS.path);
    const there = await screen.findByRole('link', { name: '해당 화면에서 열기' });
    expect(there).toHaveAttribute('href', `${DEALERS.path}/3`);
  });
});

describe('the credentials of a company', () => {
  it('are issued with a secret that is shown once', async () => {
    open(`${DEALERS.path}/3?tab=credentials`);
    await userEvent.click(await screen.findByRole('link', { name: '인증키 발급' }));
    const dialog = await screen.findByRole('dialog', { name: '인증키 발급' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: /용도/ }), '예약 시스템');
    await userEvent.click(
      within(dialog).getByRole('checkbox', { name: '측정 결과와 훈련 참여 전송' }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: '발급' }));
    expect(await screen.findByText('uno_9_geheim')).toBeVisible();
    const [issued] = server.requestsOf('IssueCompanyCredential');
    expect(issued?.path).toEqual({ companyId: 3 });
    expect(issued?.body).toMatchObject({
      name: '예약 시스템',
      scopes: ['COMPANIES_READ', 'MEASUREMENTS_WRITE'],
    });
    const done = await screen.findByRole('dialog', { name: '인증키 발급' });
    await userEvent.click(within(done).getByText('닫기'));
    expect(screen.queryByText('uno_9_geheim')).toBeNull();
  });

  it('lose no input when the company cannot be read again meanwhile', async () => {
    const { queryClient } = open(`${DEALERS.path}/3/credential?tab=credentials`);
    const dialog = within(await screen.findByRole('dialog', { name: '인증키 발급' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /용도/ }), '예약 시스템');
    server.refuse('GetCompany', refusal(10099, 500));
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByRole('button', { name: '다시 시도', hidden: true })).toBeVisible();
    expect(dialog.getByRole('textbox', { name: /용도/ })).toHaveValue('예약 시스템');
  });

  it('say at the field what is wrong', async () => {
    const fields = [{ path: 'expiresOn', code: 'past', params: {} }];
    server.refuse('IssueCompanyCredential', refusal(10002, 422, { fields }));
    open(`${DEALERS.path}/3/credential?tab=credentials`);
    const dialog = await screen.findByRole('dialog', { name: '인증키 발급' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: /용도/ }), '예약 시스템');
    await userEvent.click(within(dialog).getByRole('button', { name: '발급' }));
    expect(await screen.findByText('오늘 또는 이후 날짜를 입력해주세요.')).toBeVisible();
  });

  it('are not asked for before it is said what they are for and what they are good for', async () => {
    open(`${DEALERS.path}/3/credential?tab=credentials`);
    const dialog = within(await screen.findByRole('dialog', { name: '인증키 발급' }));
    await userEvent.click(dialog.getByRole('checkbox', { name: '업체 조회' }));
    await userEvent.click(dialog.getByRole('button', { name: '발급' }));
    expect(dialog.getAllByText('필수 입력 항목입니다.')).toHaveLength(2);
    const name = dialog.getByRole('textbox', { name: /용도/ });
    await waitFor(() => {
      expect(name).toHaveFocus();
    });
    await userEvent.type(name, '예약 시스템');
    expect(dialog.getAllByText('필수 입력 항목입니다.')).toHaveLength(1);
    await userEvent.click(dialog.getByRole('button', { name: '발급' }));
    expect(server.requestsOf('IssueCompanyCredential')).toEqual([]);
  });

  it('wait for a second person, who is asked about what they may read', async () => {
    const pending = { ...CREDENTIAL, status: 'PENDING' as const, approvedAt: null };
    credentials = [
      { ...pending, approval: { allowed: true, reason: null } },
      {
        ...pending,
        companyCredentialId: 10,
        name: '내 시스템',
        approval: { allowed: false, reason: 'ownCredential' },
      },
    ];
    open(`${DEALERS.path}/3?tab=credentials`);
    expect(
      await screen.findByText('본인이 발급한 인증키는 다른 담당자가 승인해야 합니다.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: '내 시스템 승인' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '예약 시스템 승인' }));
    const question = await screen.findByRole('dialog', { name: '승인' });
    expect(within(question).getByText(/하루 500명까지/)).toBeVisible();
    await userEvent.click(within(question).getByRole('button', { name: '승인' }));
    expect(await screen.findByText('인증키를 승인했습니다.')).toBeVisible();
    expect(server.requestsOf('ApproveCompanyCredential')[0]?.path).toEqual({
      companyId: 3,
      companyCredentialId: 9,
    });
  });

  it('are revoked after a question', async () => {
    open(`${DEALERS.path}/3?tab=credentials`);
    await userEvent.click(await screen.findByRole('button', { name: '예약 시스템 폐기' }));
    const question = await screen.findByRole('dialog', { name: '폐기' });
    await userEvent.click(within(question).getByRole('button', { name: '폐기' }));
    expect(await screen.findByText('인증키를 폐기했습니다.')).toBeVisible();
    expect(server.requestsOf('RevokeCompanyCredential')[0]?.path).toEqual({
      companyId: 3,
      companyCredentialId: 9,
    });
  });
});
