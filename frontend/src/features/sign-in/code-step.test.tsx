import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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

async function enterPassword() {
  await userEvent.type(screen.getByLabelText('아이디'), 'lee.dealer');
  await userEvent.type(screen.getByLabelText('비밀번호'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: '로그인' }));
}

const code = () => screen.findByLabelText('인증번호');
const submit = () => userEvent.click(screen.getByRole('button', { name: '로그인' }));

describe('the second step of the login page', () => {
  beforeEach(async () => {
    signInMock.mockReset().mockRejectedValue(refusal(11009, 401));
    renderRoutes([{ path: '/', Component: LoginPage }]);
    await enterPassword();
    await code();
  });

  it('asks for a code in a field that is focused, without calling it a failure', async () => {
    expect(await code()).toHaveFocus();
    expect(await code()).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.queryByText(/로그인에 실패했습니다/)).toBeNull();
  });

  it('takes a code that is pasted in groups, and signs in with all three', async () => {
    signInMock.mockResolvedValue();
    await userEvent.click(await code());
    await userEvent.paste('12 34-56');
    expect(await code()).toHaveValue('123456');
    await submit();
    await waitFor(() => {
      expect(signInMock).toHaveBeenLastCalledWith('lee.dealer', 'secret', '123456');
    });
  });

  it('asks the server nothing before all digits are there', async () => {
    await userEvent.type(await code(), '123');
    await submit();
    expect(screen.getByText('인증번호를 입력해주세요.')).toBeVisible();
    expect(signInMock).toHaveBeenCalledTimes(1);
  });

  it('says at the field that a code is wrong, until another is typed', async () => {
    signInMock.mockRejectedValue(refusal(11010, 401));
    await userEvent.type(await code(), '123456');
    await submit();
    const said = '인증번호가 올바르지 않거나 이미 사용한 번호입니다.';
    expect(await screen.findByText(said)).toBeVisible();
    expect(await code()).toHaveAccessibleDescription(expect.stringContaining(said));
    expect(screen.getByRole('alert')).toHaveTextContent(said);
    await userEvent.type(await code(), '7');
    expect(screen.queryByText(said)).toBeNull();
  });

  it('takes a recovery code in its place', async () => {
    signInMock.mockResolvedValue();
    await userEvent.click(screen.getByRole('button', { name: '복구 코드로 로그인' }));
    await userEvent.type(screen.getByLabelText('복구 코드'), 'abcd-efgh-jkmn');
    await submit();
    await waitFor(() => {
      expect(signInMock).toHaveBeenLastCalledWith('lee.dealer', 'secret', 'abcd-efgh-jkmn');
    });
  });

  it('leads back to the password, where everything still stands', async () => {
    await userEvent.click(screen.getByRole('button', { name: '뒤로' }));
    expect(screen.getByLabelText('아이디')).toHaveValue('lee.dealer');
    expect(screen.getByLabelText('비밀번호')).toHaveValue('secret');
  });
});
