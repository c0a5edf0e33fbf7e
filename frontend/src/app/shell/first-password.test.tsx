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
  mustChangePassword: true,
  mustSetUpTwoSteps: false,
  mustAgreeToTerms: false,
  draftKey: '',
  permissionGroup: { name: '대리점', allowedServiceIds: [], allowedMenuItems: [] },
  managerInformation: { name: '이대리' },
  operatorInformation: null,
  userInformation: null,
};

it('is all that somebody sees whose password somebody else has set, until it is changed', async () => {
  let changed = false;
  server = new FakeServer({
    GetAccount: () => ({ ...ACCOUNT, mustChangePassword: !changed }),
    ChangePassword: () => {
      changed = true;
      return {};
    },
    ListMenuItems: () => [],
  });
  renderRoutes([{ Component: Shell, children: [{ path: '/', element: <p>본문</p> }] }]);
  expect(await screen.findByRole('heading', { name: '비밀번호를 변경해주세요' })).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByText('본문')).toBeNull();
  expect(screen.getByLabelText('현재 비밀번호')).toHaveFocus();
  expect(screen.getByRole('combobox', { name: '언어' })).toBeVisible();
  await userEvent.type(screen.getByLabelText('현재 비밀번호'), 'given by somebody');
  await userEvent.type(screen.getByLabelText('새 비밀번호'), 'my own long words');
  await userEvent.type(screen.getByLabelText('새 비밀번호 확인'), 'my own long words');
  await userEvent.click(screen.getByRole('button', { name: '비밀번호 변경' }));
  await waitFor(() => {
    expect(screen.queryByRole('heading', { name: '비밀번호를 변경해주세요' })).toBeNull();
  });
});
