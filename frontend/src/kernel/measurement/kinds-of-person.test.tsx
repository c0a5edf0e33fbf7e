import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { FakeServer } from '~/kernel/testing/fake-server';
import { KindsOfPerson } from './kinds-of-person';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/domain/access', () => ({ accessOf: (path: string) => ({ read: path === '/read' }) }));

function open(path: string) {
  server = new FakeServer({});
  const kinds = [
    { word: 'physical', label: 'measurement.ofMember', path, OfPerson: () => '118/76' },
  ] as const;
  const element = (
    <KindsOfPerson kinds={kinds} owner={{ memberId: 1 }} actions={<button>보고서 만들기</button>} />
  );
  renderRoutes([{ path: '/', element }]);
}

it('what is done with all kinds of measurements stands beside their heading', async () => {
  open('/read');
  const heading = await screen.findByRole('heading', { name: '측정과 훈련' });
  const beside = within(heading.parentElement ?? heading);
  expect(beside.getByRole('button', { name: '보고서 만들기' })).toBeVisible();
  expect(screen.getByText('118/76')).toBeVisible();
});

it('is there as well for whoever may read none of them', async () => {
  open('/refused');
  expect(await screen.findByRole('button', { name: '보고서 만들기' })).toBeVisible();
  expect(screen.queryByText('118/76')).toBeNull();
});
