// A tab hears of sessions also when the core could not be loaded at first.
import { beforeEach, expect, it, vi } from 'vitest';

const core = vi.hoisted(() => ({
  init: vi.fn<() => Promise<void>>(),
  configure: vi.fn(),
  onSessionChange: vi.fn(() => () => undefined),
}));
vi.mock('@uno/core', () => core);

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
});

it('listens to the session once the core has been loaded at the second attempt', async () => {
  core.init.mockRejectedValueOnce(new Error('offline')).mockResolvedValue(undefined);
  const { onSessionChange } = await import('./session');
  const { startCore } = await import('./core');
  const listener = vi.fn();
  onSessionChange(listener);
  await Promise.resolve();
  expect(core.onSessionChange).not.toHaveBeenCalled();
  await startCore();
  expect(core.onSessionChange).toHaveBeenCalledWith(listener);
  expect(listener).toHaveBeenCalledOnce();
});

it('listens to nothing if it was ended before the core was loaded', async () => {
  core.init.mockResolvedValue(undefined);
  const { onSessionChange } = await import('./session');
  const { startCore } = await import('./core');
  const listener = vi.fn();
  onSessionChange(listener)();
  await startCore();
  expect(core.onSessionChange).not.toHaveBeenCalled();
  expect(listener).not.toHaveBeenCalled();
});
