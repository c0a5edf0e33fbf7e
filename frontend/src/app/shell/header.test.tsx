import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { FakeServer } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { Header } from './header';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/domain/session', () => ({
  authority: () => 'MEMBER',
  noteActivity: () => Promise.resolve(Infinity),
  onSessionChange: () => () => undefined,
}));
beforeEach(() => {
  server = new FakeServer({});
});

function open() {
  const nothing = () => undefined;
  const element = (
    <Header
      menuOpen={false}
      onToggleMenu={nothing}
      onLogout={nothing}
      onSearch={nothing}
      compact={false}
    />
  );
  renderRoutes([{ path: '/', element }]);
}

const BUTTONS = ['메뉴 펼치기/접기', '빠른 이동'];

it('says with which keys the menu and the palette open', () => {
  open();
  for (const [place, name] of BUTTONS.entries())
    expect(
      screen.getByRole('button', { name: `${name} (Ctrl+${'BK'.charAt(place)})` }),
    ).toBeVisible();
});

it('says nothing of keys where a finger points and there is no keyboard', () => {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(matchMedia(query), { matches: query === '(pointer: coarse)' }),
  );
  open();
  for (const name of BUTTONS) expect(screen.getByRole('button', { name })).toBeVisible();
});
