import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { parseSettings, settings } from '~/domain/settings';
import { today } from '~/domain/time';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { LoginPage } from './login-page';

vi.mock('~/domain/settings', { spy: true });
vi.mock('~/domain/time', () => ({ today: vi.fn() }));

function open(on: string, noticeUntil = '2025-07-18') {
  vi.mocked(today).mockReturnValue(on);
  vi.mocked(settings).mockReturnValue({ ...parseSettings(''), noticeUntil });
  return renderRoutes([{ path: '/', Component: LoginPage }]);
}

const notice = () => screen.findByRole('dialog', { name: 'CMS 개편 완료 안내' });

async function expectNone() {
  // The form is rendered, and so would be the notice.
  expect(await screen.findByRole('complementary')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
}

describe('the notice of the login page', () => {
  it('is shown, with the focus on what closes it', async () => {
    open('2025-07-18');
    expect(await notice()).toBeVisible();
    await waitFor(() => {
      expect(screen.getByRole('button', { name: '닫기' })).toHaveFocus();
    });
  });

  it.each([
    ['the close button', () => userEvent.click(screen.getByRole('button', { name: '닫기' }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('closed with %s, gives the focus back and comes again next time', async (_name, close) => {
    const first = open('2025-07-01');
    const dialog = await notice();
    await close();
    await waitFor(() => {
      expect(dialog).not.toBeInTheDocument();
    });
    expect(screen.getByLabelText('아이디')).toHaveFocus();
    first.unmount();
    open('2025-07-01');
    expect(await notice()).toBeVisible();
  });

  it('sent away for today, comes again tomorrow', async () => {
    const first = open('2025-07-01');
    const dialog = await notice();
    await userEvent.click(screen.getByRole('button', { name: '오늘 하루 보지 않기' }));
    await waitFor(() => {
      expect(dialog).not.toBeInTheDocument();
    });
    first.unmount();
    const second = open('2025-07-01');
    await expectNone();
    second.unmount();
    open('2025-07-02');
    expect(await notice()).toBeVisible();
  });

  it('is not shown after its last day', async () => {
    open('2025-07-19');
    await expectNone();
  });
});
