import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part';

const failure = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');
const there = { default: ({ name }: { name: string }) => <p>{name}</p> };

function open(Part: React.ComponentType<{ name: string }>) {
  render(
    <MantineProvider env="test">
      <input aria-label="곁에서 쓰는 글" />
      <Part name="나중에 온 부분" />
    </MantineProvider>,
  );
}

describe('a part whose code comes later', () => {
  it('says in its own place that it cannot be fetched, keeps the page, and comes when asked again', async () => {
    const load = vi
      .fn<() => Promise<typeof there>>()
      .mockRejectedValueOnce(failure)
      .mockResolvedValue(there);
    open(lazyPart(load));
    await userEvent.type(screen.getByLabelText('곁에서 쓰는 글'), '쓰던 글');
    expect(await screen.findByText('서버에 연결할 수 없습니다')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(await screen.findByText('나중에 온 부분')).toBeVisible();
    expect(screen.getByLabelText('곁에서 쓰는 글')).toHaveValue('쓰던 글');
  });

  it('comes by itself once the browser is on the network again', async () => {
    const load = vi
      .fn<() => Promise<typeof there>>()
      .mockRejectedValueOnce(failure)
      .mockResolvedValue(there);
    open(lazyPart(load));
    await screen.findByText('서버에 연결할 수 없습니다');
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('나중에 온 부분')).toBeVisible();
  });

  it('is left out where nobody misses it', async () => {
    const load = vi.fn<() => Promise<typeof there>>().mockRejectedValue(failure);
    open(lazyPart(load, { optional: true }));
    await vi.waitFor(() => {
      expect(load).toHaveBeenCalled();
    });
    expect(screen.queryByText('서버에 연결할 수 없습니다')).toBeNull();
  });
});
