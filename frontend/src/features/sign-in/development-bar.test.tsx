import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startQrSignIn } from '~/domain/qr-sign-in';
import { parseSettings, settings } from '~/domain/settings';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { pageAddress, reloadPage } from '~/kernel/url/page-address';
import { LoginPage } from './login-page';

vi.mock('~/domain/settings', { spy: true });
vi.mock('~/kernel/url/page-address', { spy: true });
vi.mock('~/domain/qr-sign-in', () => ({ startQrSignIn: vi.fn() }));

const stop = vi.fn();

function open(address: string, development = true, trustedOrigins: string[] | null = null) {
  vi.mocked(pageAddress).mockReturnValue(new URL(address));
  vi.mocked(settings).mockReturnValue({ ...parseSettings(''), development, trustedOrigins });
  renderRoutes([{ path: '/', Component: LoginPage }]);
}

const bar = () => screen.findByRole('complementary', { name: '개발 도구' });
const address = () => screen.findByLabelText('API 주소');
const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  vi.mocked(reloadPage).mockReset();
  stop.mockReset();
  vi.mocked(startQrSignIn).mockReset().mockReturnValue({ refresh: vi.fn(), stop });
});

describe('the development bar', () => {
  it('is where the server says that it is for developing', async () => {
    open('http://127.0.0.1:8080/');
    expect(await bar()).toBeVisible();
  });

  it('is nowhere else', async () => {
    open('http://127.0.0.1:8080/', false);
    expect(await screen.findByRole('heading', { name: 'UNO CMS LOGIN' })).toBeVisible();
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('says which setting lets in an address that the security policy blocks', async () => {
    open('http://127.0.0.1:8080/', true, ['https://app.example.com']);
    await userEvent.type(await address(), 'https://test.example.com/v1');
    expect(await address()).toHaveAccessibleDescription(
      /--trusted-origins=.?https:\/\/test\.example\.com/,
    );
    await userEvent.clear(await address());
    await userEvent.type(await address(), 'https://app.example.com');
    expect(await address()).toHaveAccessibleDescription('');
  });

  it('keeps another server’s address for the core and starts anew with it', async () => {
    open('http://127.0.0.1:8080/');
    await userEvent.type(await address(), 'https://test.example.com/{Enter}');
    expect(localStorage.getItem('api_url')).toBe('https://test.example.com');
    expect(reloadPage).toHaveBeenCalledOnce();
  });

  it('tells under the field what is no address, and changes nothing', async () => {
    open('http://127.0.0.1:8080/');
    await userEvent.type(await address(), 'test.example.com');
    await userEvent.click(button('적용'));
    expect(
      screen.getByText('http:// 또는 https://로 시작하는 전체 주소를 입력해주세요.'),
    ).toBeVisible();
    expect(await address()).toBeInvalid();
    expect(localStorage.getItem('api_url')).toBeNull();
    expect(reloadPage).not.toHaveBeenCalled();
  });

  it('shows the address that is in use and goes back to the own server', async () => {
    localStorage.setItem('api_url', 'https://test.example.com');
    open('http://127.0.0.1:8080/');
    expect(await address()).toHaveValue('https://test.example.com');
    await userEvent.click(button('초기화'));
    expect(localStorage.getItem('api_url')).toBeNull();
    expect(reloadPage).toHaveBeenCalledOnce();
  });

  it('switches the mode; leaving the user mode stops its sign-in', async () => {
    open('http://127.0.0.1:8080/');
    await bar();
    expect(button('관리자 모드')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(button('사용자 모드'));
    expect(await screen.findByRole('heading', { name: 'QR 로그인' })).toBeVisible();
    await waitFor(() => {
      expect(startQrSignIn).toHaveBeenCalledOnce();
    });
    expect(stop).not.toHaveBeenCalled();
    await userEvent.click(button('관리자 모드'));
    expect(screen.getByRole('heading', { name: 'UNO CMS LOGIN' })).toBeVisible();
    await waitFor(() => {
      expect(stop).toHaveBeenCalledOnce();
    });
  });
});

describe('the mode', () => {
  it('is that of the host at first', async () => {
    open('http://user.example.com/', false);
    expect(await screen.findByRole('heading', { name: 'QR 로그인' })).toBeVisible();
  });
});
