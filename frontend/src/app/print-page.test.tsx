import { expect, it, vi } from 'vitest';
import { FakeServer, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { PAGES } from './page-routes';
import { Component as PrintPage } from './print-page';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));

it.each([
  ['/history/print?ids=3', 'STRESS'],
  ['/history/survey/print?ids=3', 'PSYCHOLOGICAL'],
  ['/history/survey/print?kind=DEMENTIA&ids=3', 'DEMENTIA'],
])('%s prints %s', async (address, kind) => {
  server = new FakeServer({});
  server.refuse('PrintMeasurements', refusal(10099, 500));
  const [path = ''] = address.split('?');
  expect(PAGES.map((page) => `/${page.path ?? ''}`)).toContain(path);
  renderRoutes([{ path, Component: PrintPage }], address);
  await vi.waitFor(() => {
    expect(server.requestsOf('PrintMeasurements')).toEqual([{ body: { kind, ids: [3] } }]);
  });
});
