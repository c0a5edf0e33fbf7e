// Tests the filters that are searched by typing while their controls are still loading.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memberKind } from '~/kernel/measurement/member-kind';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import * as controls from '~/ui/controls/controls';
import { provideControls, type Controls } from '~/ui/controls/late';
import { companyKind } from './company-kind';
import type { Kind } from './kind';
import { optionKind } from './option-kind';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

beforeEach(() => {
  server = new FakeServer({
    ListCompanyOptions: () => [],
    ListMembers: () => pageOf([]),
  });
  provideControls(undefined as unknown as Controls);
});
afterEach(() => {
  provideControls(controls);
});

const options = {
  queryKey: ['options'],
  ask: () =>
    Promise.resolve([
      { id: 1, name: '가온' },
      { id: 2, name: '나래' },
    ]),
};

function draw({ Filter }: Kind) {
  renderRoutes([
    {
      path: '/',
      element: Filter && (
        <Filter label="찾기" parameters={['id']} values={{}} error={undefined} onChange={vi.fn()} />
      ),
    },
  ]);
}

describe('text that is typed before the controls are loaded', () => {
  it.each([
    ['options', optionKind(() => options)],
    ['companies', companyKind()],
    ['members', memberKind],
  ])('stays in the search for %s', async (_, kind) => {
    draw(kind);
    const placeholder = screen.getByRole('combobox', { name: '찾기' });
    act(() => {
      placeholder.focus();
    });
    fireEvent.input(placeholder, { target: { value: '나래' } });
    await waitFor(() => {
      expect(screen.getByRole('combobox', { name: '찾기' })).not.toBe(placeholder);
    });
    const search = screen.getByRole('combobox', { name: '찾기' });
    expect(search).toHaveValue('나래');
    expect(search).toHaveFocus();
  });

  it('is searched for', async () => {
    draw(optionKind(() => options));
    fireEvent.input(screen.getByRole('combobox'), { target: { value: '나래' } });
    expect(await screen.findByRole('option', { name: '나래' })).toBeVisible();
    expect(screen.queryByRole('option', { name: '가온' })).toBeNull();
  });

  it('is asked of the server where that searches', async () => {
    draw(memberKind);
    fireEvent.input(screen.getByRole('combobox'), { target: { value: '나래' } });
    await waitFor(() => {
      expect(server.requestsOf('ListMembers')).toMatchObject([{ query: { name: '나래' } }]);
    });
  });
});
