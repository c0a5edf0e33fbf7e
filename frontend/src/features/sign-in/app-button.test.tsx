import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parseSettings, settings } from '~/domain/settings';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { AppButton } from './app-button';

vi.mock('~/domain/settings', { spy: true });

const STORES = {
  androidAppUrl: 'https://play.example/app',
  iosAppUrl: 'https://apps.example/app',
};

function show(userAgent: string, stores: Partial<typeof STORES>) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  vi.mocked(settings).mockReturnValue({ ...parseSettings(''), ...stores });
  renderRoutes([{ path: '/', Component: AppButton }]);
}

async function openDialog() {
  await userEvent.click(screen.getByRole('button', { name: '앱 설치하기' }));
  return screen.findByRole('dialog', { name: 'UNO 앱 설치' });
}

describe('the way to the app', () => {
  beforeEach(() => {
    vi.mocked(settings).mockReset();
  });

  it.each([
    ['Android', STORES.androidAppUrl],
    ['iPhone', STORES.iosAppUrl],
  ])('on %s leads to its store', (userAgent, address) => {
    show(userAgent, STORES);
    expect(screen.getByRole('link', { name: '앱 설치하기' })).toHaveAttribute('href', address);
  });

  it('elsewhere shows a code for each store', async () => {
    show('Windows', STORES);
    await openDialog();
    expect(screen.getByRole('img', { name: 'Android 앱 설치용 QR 코드' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'iOS 앱 설치용 QR 코드' })).toBeVisible();
    expect(screen.queryByText('준비 중입니다')).toBeNull();
  });

  it.each(['Windows', 'iPhone'])('on %s says what is still to come', async (userAgent) => {
    show(userAgent, { androidAppUrl: STORES.androidAppUrl });
    await openDialog();
    expect(screen.getByRole('img', { name: 'Android 앱 설치용 QR 코드' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'iOS' })).toHaveTextContent('준비 중입니다');
  });

  it('closes with Escape and gives the focus back', async () => {
    show('Windows', {});
    const dialog = await openDialog();
    await userEvent.keyboard('{Escape}');
    expect(dialog).not.toBeInTheDocument();
    await waitFor(() => {
      expect(screen.getByRole('button', { name: '앱 설치하기' })).toHaveFocus();
    });
  });
});
