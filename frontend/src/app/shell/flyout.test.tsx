// Tests the icon menu when the code of its flyout loads after the press: the focus is not lost.
import { Menu, Tooltip } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { menuItem } from '~/kernel/testing/menu';
import type * as code from '~/ui/controls/late';
import type { Controls } from '~/ui/controls/late';

vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: () =>
    Promise.resolve([menuItem('/history', '이력 관리', [menuItem('/stress', '스트레스')])]),
}));
vi.mock('~/domain/session', () => ({
  authority: () => 'ADMIN',
  noteActivity: () => Promise.resolve(Infinity),
  onSessionChange: () => () => undefined,
}));

let late: typeof code;

/** Other tests load the controls up front; here nothing is loaded yet. */
beforeEach(async () => {
  vi.resetModules();
  vi.doMock('~/ui/controls/controls', () => new Promise(() => undefined));
  const { activateLanguage, loadTexts } = await import('~/kernel/i18n/i18n');
  await loadTexts('console');
  await activateLanguage('ko');
  late = await import('~/ui/controls/late');
  const { Sidebar } = await import('./sidebar');
  const { renderRoutes } = await import('~/kernel/testing/render-routes');
  renderRoutes([{ path: '*', element: <Sidebar icons onLogout={vi.fn()} /> }], '/');
});
afterEach(() => {
  vi.doUnmock('~/ui/controls/controls');
});

function comes(): void {
  act(() => {
    late.provideControls({ Menu, Tooltip } as unknown as Controls);
  });
}

const group = () => screen.findByRole('button', { name: '이력 관리' });

describe('a group of the menu as icons', () => {
  it('opens as soon as it can where it was pressed before, and gives the focus back', async () => {
    (await group()).focus();
    await userEvent.keyboard('{Enter}');
    comes();
    expect(await screen.findByRole('menuitem', { name: '스트레스' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('menu')).toBeNull();
    });
    expect(await group()).toHaveFocus();
  });

  it('keeps the focus where it only had that, and stays closed', async () => {
    (await group()).focus();
    comes();
    expect(await group()).toHaveFocus();
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
