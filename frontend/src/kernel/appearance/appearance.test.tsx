import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Appearance } from './appearance';

vi.mock('~/kernel/i18n/i18n', async (original) => ({
  ...(await original<object>()),
  chooseLanguage: () => Promise.reject(new TypeError('Failed to fetch')),
}));

it('says so when the texts of the chosen language cannot be loaded', async () => {
  renderRoutes([{ path: '/', Component: Appearance }]);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: '언어' }), 'en');
  expect(await screen.findByText(/^서버에 연결할 수 없습니다/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: '언어' })).toHaveValue('ko');
});
