import { screen } from '@testing-library/react';
import { useHydrateAtoms } from 'jotai/utils';
import { describe, expect, it, vi } from 'vitest';
import { selectedServiceAtom } from '~/kernel/session/selected-service';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import type { Screen } from '~/kernel/screen/screen';
import { HistoryIcon, MembersIcon } from '~/ui/icons';
import HomePage from './home-page';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/kernel/access/access', () => ({
  useAccess: () => ({ read: true, create: true, update: true, delete: true }),
}));

const page = () => Promise.resolve({ Component: () => null });
const MEMBERS: Screen = {
  path: '/members',
  title: 'member.title',
  icon: MembersIcon,
  page,
  figure: { name: 'members', label: 'home.members' },
};
const MEASUREMENTS: Screen = {
  path: '/measurements',
  title: 'measurement.title',
  icon: HistoryIcon,
  page,
  figure: { name: 'physicalMeasurements', label: 'home.measurements' },
};

function open(serviceId: number) {
  server = new FakeServer({
    GetOverview: () => ({
      vendors: 1,
      dealers: 2,
      retailers: 3,
      members: 40,
      physicalMeasurements: 500,
    }),
    ListJobs: () => pageOf([]),
  });
  const Selected = () => {
    useHydrateAtoms([[selectedServiceAtom, serviceId]]);
    return <HomePage screens={[MEMBERS, MEASUREMENTS]} />;
  };
  return renderRoutes([{ path: '/', Component: Selected }]);
}

describe('the figures of the first page', () => {
  it('lead to the lists of what they count', async () => {
    open(2);
    expect(await screen.findByRole('link', { name: /40/ })).toHaveAttribute(
      'href',
      '/members?serviceIds=2',
    );
    expect(screen.getByRole('link', { name: /500/ })).toHaveAttribute(
      'href',
      '/measurements?serviceIds=2',
    );
  });

  it('lead to whole lists where they are of all services', async () => {
    open(0);
    expect(await screen.findByRole('link', { name: /40/ })).toHaveAttribute('href', '/members');
  });
});
