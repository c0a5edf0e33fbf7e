import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Shell } from './shell';

let server: FakeServer;
const signOut = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/domain/session', async (original) => ({ ...(await original<object>()), signOut }));

const ACCOUNT: Answer<'GetAccount'> = {
  accountId: 7,
  loginId: 'haneul',
  role: 'MEMBER',
  companyId: null,
  companyName: null,
  mustChangePassword: false,
  mustSetUpTwoSteps: false,
  mustAgreeToTerms: true,
  draftKey: '',
  permissionGroup: { name: '회원', allowedServiceIds: [], allowedMenuItems: [] },
  managerInformation: null,
  operatorInformation: null,
  userInformation: { name: '김하늘' },
};

const CONSENTS: Answer<'ListOwnConsents'> = [
  consent({ termsId: 1, kind: 'SERVICE', isRequired: true, agreedAt: '2026-01-02T00:00:00Z' }),
  consent({ termsId: 2, kind: 'PRIVACY', isRequired: true }),
  consent({ termsId: 3, kind: 'SENSITIVE', isRequired: true }),
  consent({ termsId: 4, kind: 'MARKETING', isRequired: false }),
];

function consent(
  parts: Partial<Answer<'ListOwnConsents'>[number]>,
): Answer<'ListOwnConsents'>[number] {
  return {
    termsId: 1,
    kind: 'SERVICE',
    edition: '2.0',
    language: 'ko',
    isRequired: true,
    effectiveFrom: '2026-03-02',
    agreedAt: null,
    ...parts,
  };
}

const TITLE = '약관에 동의해주세요';

let given: number[] = [];

beforeEach(() => {
  given = [];
  signOut.mockClear();
  server = new FakeServer({
    GetAccount: () => ({ ...ACCOUNT, mustAgreeToTerms: given.length === 0 }),
    ListOwnConsents: () => CONSENTS,
    GiveConsents: ({ body }) => {
      given = body?.termsIds as number[];
      return {};
    },
    GetPublishedTerms: () => ({
      termsId: 2,
      kind: 'PRIVACY',
      edition: '2.0',
      language: 'ko',
      content: '<p>이름과 생년월일을 처리합니다</p>',
      isRequired: true,
      effectiveFrom: '2026-03-02',
      earlier: [],
    }),
    ListMenuItems: () => [],
  });
  renderRoutes([{ Component: Shell, children: [{ path: '/', element: <p>본문</p> }] }]);
});

it('is all that a member sees until the required terms are agreed to', async () => {
  expect(await screen.findByRole('heading', { name: TITLE })).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
  const required = await screen.findByRole('group', { name: '필수' });
  expect(within(required).getAllByRole('checkbox')).toHaveLength(2);
  await userEvent.click(within(required).getByLabelText('개인정보 처리방침'));
  await userEvent.click(screen.getByRole('button', { name: '동의하고 계속' }));
  expect(await screen.findByText('필수 약관에 모두 동의해주세요.')).toBeVisible();
  await waitFor(() => {
    expect(within(required).getByLabelText('민감정보 처리 동의')).toHaveFocus();
  });
  expect(server.requestsOf('GiveConsents')).toEqual([]);
  await userEvent.click(within(required).getByLabelText('민감정보 처리 동의'));
  await userEvent.click(screen.getByRole('button', { name: '동의하고 계속' }));
  await waitFor(() => {
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
  });
  expect(given).toEqual([2, 3]);
});

it('agrees to all at once, by the keyboard alone', async () => {
  await screen.findByRole('group', { name: '선택' });
  await userEvent.tab();
  expect(screen.getByRole('combobox', { name: '언어' })).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('checkbox', { name: '모두 동의' })).toHaveFocus();
  await userEvent.keyboard(' ');
  for (const box of screen.getAllByRole('checkbox')) expect(box).toBeChecked();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => {
    expect(given).toEqual([2, 3, 4]);
  });
});

it('keeps what was agreed to when that cannot be saved, and says why', async () => {
  await userEvent.click(await screen.findByRole('checkbox', { name: '모두 동의' }));
  server.refuse('GiveConsents', refusal(0, 0));
  const { call } = server;
  vi.spyOn(server, 'call').mockImplementation(async (...request) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return call(...request);
  });
  await userEvent.click(screen.getByRole('button', { name: '동의하고 계속' }));
  expect(await screen.findByText(/^서버에 연결할 수 없습니다/)).toBeVisible();
  await waitFor(() => {
    expect(server.requestsOf('ListOwnConsents')).toHaveLength(2);
  });
  for (const box of screen.getAllByRole('checkbox')) expect(box).toBeChecked();
});

it('shows the text in full where it is asked for', async () => {
  const read = await screen.findByRole('button', { name: '내용 보기: 개인정보 처리방침' });
  expect(read).toHaveAttribute('aria-expanded', 'false');
  expect(server.requestsOf('GetPublishedTerms')).toEqual([]);
  await userEvent.click(read);
  const text = await screen.findByRole('region', { name: '개인정보 처리방침' });
  expect(text).toHaveTextContent('이름과 생년월일을 처리합니다');
  expect(text).toHaveAttribute('tabindex', '0');
});

it('signs out who declines', async () => {
  await userEvent.click(await screen.findByRole('button', { name: '동의하지 않고 로그아웃' }));
  await waitFor(() => {
    expect(signOut).toHaveBeenCalledOnce();
  });
  expect(server.requestsOf('GiveConsents')).toEqual([]);
});
