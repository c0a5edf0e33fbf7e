// Tests which address decides about access to a page.
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { PageGate } from './page-gate';

vi.mock('~/kernel/session/account', async (original) => ({
  ...(await original<object>()),
  useMe: () => ({ data: {} }),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: (path: string) => ({ read: path === '/account_settings' }),
}));

function open(address: string) {
  renderRoutes([{ path: '*', element: <PageGate>열림</PageGate> }], address);
}

it('lets whoever may see a page open its dialogs', () => {
  open('/account_settings/edit');
  expect(screen.getByText('열림')).toBeVisible();
});

it('keeps everybody else out', () => {
  open('/system_management/code_management/new');
  expect(screen.getByText('접근 권한이 없습니다')).toBeVisible();
});
