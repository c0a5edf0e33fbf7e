import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { signIn } from '~/domain/session';
import { refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { LoginPage } from './login-page';

vi.mock('~/domain/session', () => ({
  signIn: vi.fn(() => Promise.resolve()),
  signOut: vi.fn(() => Promise.resolve()),
  authority: () => 'ANONYMOUS',
  noteActivity: () => Promise.resolve(Infinity),
  onSessionChange: () => () => undefined,
}));

const signInMock = vi.mocked(signIn);

async function enter() {
  signInMock.mockReset().mockRejectedValueOnce(refusal(11013, 401)).mockResolvedValue();
  renderRoutes([{ path: '/', Component: LoginPage }]);
  await userEvent.type(screen.getByLabelText('아이디'), 'minsu.kim');
  await userEvent.type(screen.getByLabelText('비밀번호'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: '로그인' }));
  return screen.findByRole('button', { name: '다시 이용하기' });
}

it('asks whoever is dormant whether to use the account again, and does so by the same password', async () => {
  const again = await enter();
  await waitFor(() => {
    expect(again).toHaveFocus();
  });
  expect(screen.queryByText(/로그인에 실패했습니다/)).toBeNull();
  expect(signInMock).toHaveBeenCalledTimes(1);
  await userEvent.click(again);
  await waitFor(() => {
    expect(signInMock).toHaveBeenLastCalledWith('minsu.kim', 'secret', undefined, true);
  });
});

it('leads back without waking anybody', async () => {
  await enter();
  await userEvent.click(screen.getByRole('button', { name: '뒤로' }));
  expect(screen.getByLabelText('아이디')).toHaveValue('minsu.kim');
  expect(signInMock).toHaveBeenCalledTimes(1);
});
