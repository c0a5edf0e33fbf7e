import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { call } from '~/domain/client';
import { refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { PasswordForm } from './password-form';

vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: vi.fn(),
}));

it.each([
  ['guessableCommon', '흔히 쓰이는 비밀번호입니다. 다른 비밀번호를 정해주세요.'],
  ['containsLoginId', '비밀번호에 아이디를 넣을 수 없습니다.'],
])('says at the field why the server finds a password weak: %s', async (code, said) => {
  const fields = [{ path: 'newPassword', code, params: {} }];
  vi.mocked(call).mockRejectedValue(refusal(11006, 422, { fields }));
  renderRoutes([{ path: '/', Component: PasswordForm }]);
  await userEvent.type(screen.getByLabelText('현재 비밀번호'), 'until now');
  await userEvent.type(screen.getByLabelText('새 비밀번호'), 'password123');
  await userEvent.type(screen.getByLabelText('새 비밀번호 확인'), 'password123');
  await userEvent.click(screen.getByRole('button', { name: '비밀번호 변경' }));
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.getByLabelText('새 비밀번호')).toHaveAccessibleDescription(
    expect.stringContaining(said),
  );
});
