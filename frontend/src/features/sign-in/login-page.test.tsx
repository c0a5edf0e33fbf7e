import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signIn } from '~/domain/session';
import { chooseLanguage } from '~/kernel/i18n/i18n';
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

async function submit(loginId: string, password: string) {
  if (loginId) await userEvent.type(screen.getByLabelText('아이디'), loginId);
  if (password) await userEvent.type(screen.getByLabelText('비밀번호'), password);
  await userEvent.click(screen.getByRole('button', { name: '로그인' }));
}

describe('the login page', () => {
  beforeEach(() => {
    signInMock.mockReset().mockResolvedValue();
    renderRoutes([{ path: '/', Component: LoginPage }]);
  });

  it('asks for an ID and a password under the product’s title', () => {
    expect(screen.getByRole('heading', { name: 'UNO CMS LOGIN' })).toBeVisible();
  });

  it('leads to how personal data are handled', () => {
    expect(screen.getByRole('link', { name: '개인정보 처리방침' })).toHaveAttribute(
      'href',
      '/personalInformationProtection',
    );
  });

  it('says under each field what is missing, and asks the server nothing', async () => {
    await submit('', '');
    expect(screen.getByText('아이디를 입력해주세요.')).toBeVisible();
    expect(screen.getByText('비밀번호를 입력해주세요.')).toBeVisible();
    expect(screen.getByLabelText('아이디')).toHaveFocus();
    expect(signInMock).not.toHaveBeenCalled();
  });

  it('signs in and says so', async () => {
    await submit('admin', 'secret');
    expect(await screen.findByText('성공적으로 로그인이 되었습니다.')).toBeVisible();
    expect(signInMock).toHaveBeenCalledWith('admin', 'secret');
  });

  it('tells a wrong password under the field, once and aloud', async () => {
    signInMock.mockRejectedValue(refusal(11005, 401));
    await submit('admin', 'wrong');
    expect(await screen.findByRole('alert')).toHaveTextContent('비밀번호가 일치하지 않습니다.');
    expect(screen.getByLabelText('비밀번호')).toHaveAccessibleDescription(
      '비밀번호가 일치하지 않습니다.',
    );
    expect(screen.getAllByText('비밀번호가 일치하지 않습니다.')).toHaveLength(1);
  });

  it.each([refusal(10011, 429), refusal(0, 0), new Error('boom')])(
    'tells any other failure alike',
    async (error) => {
      signInMock.mockRejectedValue(error);
      await submit('admin', 'secret');
      expect(
        await screen.findAllByText('로그인에 실패했습니다. 나중에 다시 시도해주세요.'),
      ).toHaveLength(1);
    },
  );

  it('says of an ID that is too long that it is, and asks the server nothing', async () => {
    fireEvent.change(screen.getByLabelText('아이디'), { target: { value: 'x'.repeat(101) } });
    await submit('', 'secret');
    expect(screen.getByLabelText('아이디')).toHaveAccessibleDescription(/자 이하로 입력해주세요/);
    expect(screen.getByLabelText('아이디')).toHaveFocus();
    expect(signInMock).not.toHaveBeenCalled();
  });

  it('puts what the server says about a field under that field', async () => {
    const fields = [{ path: 'loginId', code: 'tooLong', params: { max: '30' } }];
    signInMock.mockRejectedValue(refusal(10002, 422, { fields }));
    await submit('admin', 'secret');
    expect(await screen.findAllByText('30자 이하로 입력해주세요.')).toHaveLength(1);
    expect(screen.getByLabelText('아이디')).toHaveAccessibleDescription(
      '30자 이하로 입력해주세요.',
    );
    expect(screen.getByLabelText('비밀번호')).not.toBeInvalid();
  });

  it('leaves nothing of an earlier attempt beside what is wrong now', async () => {
    signInMock.mockRejectedValue(refusal(11005, 401));
    await submit('admin', 'wrong');
    expect(await screen.findAllByText('비밀번호가 일치하지 않습니다.')).toHaveLength(1);
    expect(screen.getByLabelText('비밀번호')).toHaveFocus();
    await userEvent.clear(screen.getByLabelText('비밀번호'));
    await submit('', '');
    expect(screen.getByText('비밀번호를 입력해주세요.')).toBeVisible();
    await waitFor(() => {
      expect(screen.queryByText('비밀번호가 일치하지 않습니다.')).toBeNull();
    });
    signInMock.mockRejectedValue(refusal(0, 0));
    await submit('', 'secret');
    expect(await screen.findAllByText(/로그인에 실패했습니다/)).toHaveLength(1);
    expect(screen.queryByText('비밀번호가 일치하지 않습니다.')).toBeNull();
  });

  it('changes its language in place and keeps the choice', async () => {
    await userEvent.selectOptions(screen.getByLabelText('언어'), 'en');
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible();
    expect(document.documentElement).toHaveAttribute('lang', 'en');
    expect(localStorage.getItem('uno-language')).toBe('en');
    await chooseLanguage('ko');
  });
});
