import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Answer } from '~/domain/client';
import { FakeServer } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Shell } from './shell';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

const ACCOUNT: Answer<'GetAccount'> = {
  accountId: 7,
  loginId: 'lee.dealer',
  role: 'DEALER',
  companyId: 3,
  companyName: '가온 메디컬',
  mustChangePassword: false,
  mustSetUpTwoSteps: true,
  mustAgreeToTerms: false,
  draftKey: '',
  permissionGroup: { name: '대리점', allowedServiceIds: [], allowedMenuItems: [] },
  managerInformation: { name: '이대리' },
  operatorInformation: null,
  userInformation: null,
};

it('is all that somebody sees whose group demands a second step, until the recovery codes are kept', async () => {
  let isOn = false;
  server = new FakeServer({
    GetAccount: () => ({ ...ACCOUNT, mustSetUpTwoSteps: !isOn }),
    BeginTwoSteps: () => ({ uri: 'otpauth://totp/UNO:lee?secret=ABCDEFGH', secret: 'ABCDEFGH' }),
    ConfirmTwoSteps: () => {
      isOn = true;
      return { recoveryCodes: ['AAAA-BBBB-CCCC'] };
    },
    ListMenuItems: () => [],
  });
  const { queryClient } = renderRoutes([
    { Component: Shell, children: [{ path: '/', element: <p>본문</p> }] },
  ]);
  const title = '2단계 인증을 설정해주세요';
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByText('본문')).toBeNull();
  await userEvent.type(screen.getByLabelText('현재 비밀번호'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: '2단계 인증 설정' }));
  await userEvent.type(await screen.findByLabelText('인증번호'), '123456');
  await userEvent.click(screen.getByRole('button', { name: '2단계 인증 켜기' }));
  expect(await screen.findByText('AAAA-BBBB-CCCC')).toBeVisible();
  // The server already accepts the account, and a window focus refetches that.
  await queryClient.invalidateQueries();
  expect(screen.getByText('AAAA-BBBB-CCCC')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: '확인' }));
  await waitFor(() => {
    expect(screen.queryByRole('heading', { name: title })).toBeNull();
  });
});
