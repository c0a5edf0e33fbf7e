import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VENDORS } from '~/features/companies/screens';
import { PageFrame } from './page-frame';

interface Code {
  Component: () => React.ReactNode;
}

/** Renders the console on its first page and returns control over the loading of the next page. */
function open() {
  const next = Promise.withResolvers<Code>();
  const router = createMemoryRouter([
    {
      element: (
        <PageFrame>
          <Outlet />
        </PageFrame>
      ),
      children: [
        { index: true, element: <h1>먼저</h1> },
        { path: VENDORS.path, lazy: () => next.promise },
      ],
    },
  ]);
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  act(() => {
    void router.navigate(VENDORS.path);
  });
  const come = () => {
    next.resolve({ Component: () => <h1>다음</h1> });
  };
  return { router, come };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const loading = () => screen.queryByRole('status', { name: '불러오는 중' });

describe('on the way to a page whose code is not there', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('the page before stays for 150 ms; then loading is shown in its place, until the next one comes', async () => {
    const { come } = open();
    await pass(149);
    expect(screen.getByText('먼저')).toBeVisible();
    expect(loading()).toBeNull();
    await pass(1);
    expect(screen.getByText('먼저')).not.toBeVisible();
    expect(loading()).toBeVisible();
    come();
    await pass(0);
    expect(screen.getByText('다음')).toBeVisible();
    expect(loading()).toBeNull();
  });

  it('nothing is shown of loading where the code comes sooner', async () => {
    const { come } = open();
    await pass(100);
    come();
    await pass(0);
    expect(screen.getByText('다음')).toBeVisible();
    await pass(1000);
    expect(loading()).toBeNull();
    expect(screen.queryByText('먼저')).toBeNull();
  });
});

describe('how far down a page is read', () => {
  const scrollTo = vi.fn((_: number, top: number) => {
    scrolled(top);
  });
  function scrolled(top: number) {
    vi.stubGlobal('scrollY', top);
    window.dispatchEvent(new Event('scroll'));
  }
  beforeEach(() => {
    scrollTo.mockClear();
    vi.stubGlobal('scrollTo', scrollTo);
    vi.stubGlobal('scrollY', 0);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is the same when one comes back to it, and the top of every other page', async () => {
    const { router, come } = open();
    scrolled(300);
    come();
    await screen.findByText('다음');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
    scrolled(40);
    await act(() => router.navigate(-1));
    await screen.findByText('먼저');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 300);
    await act(() => router.navigate(1));
    await screen.findByText('다음');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 40);
  });

  it('stays while something opens over the page, and is that of the page then, too', async () => {
    const { router, come } = open();
    come();
    await screen.findByText('다음');
    scrolled(200);
    scrollTo.mockClear();
    await act(() => router.navigate(`${VENDORS.path}?page=2`));
    expect(scrollTo).not.toHaveBeenCalled();
    await act(() => router.navigate('/'));
    await act(() => router.navigate(-1));
    await screen.findByText('다음');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 200);
  });

  it('is the same when the way to the next page was given up', async () => {
    const { router } = open();
    scrolled(120);
    await screen.findByRole('status', { name: '불러오는 중' });
    // The hidden page has no height.
    scrolled(0);
    scrollTo.mockClear();
    await act(() => router.navigate('/'));
    expect(screen.getByText('먼저')).toBeVisible();
    expect(scrollTo.mock.calls).toEqual([[0, 120]]);
  });
});
