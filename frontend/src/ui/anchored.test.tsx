// Tests a panel whose code is loaded after the press: the focus is not lost.
import { MantineProvider, Popover } from '@mantine/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as anchored from './anchored';
import type * as code from './controls/late';
import type { Controls } from './controls/late';

let late: typeof code;
let Anchored: typeof anchored.Anchored;

/** Other tests load the controls up front; here nothing is loaded yet. */
beforeEach(async () => {
  vi.resetModules();
  vi.doMock('./controls/controls', () => new Promise(() => undefined));
  late = await import('./controls/late');
  ({ Anchored } = await import('./anchored'));
});
afterEach(() => {
  cleanup();
  vi.doUnmock('./controls/controls');
});

function comes(): void {
  act(() => {
    late.provideControls({ Popover } as Controls);
  });
}

function Page() {
  const [opened, setOpened] = useState(false);
  return (
    <MantineProvider env="test">
      <Anchored
        label="what opens"
        opened={opened}
        onClose={() => {
          setOpened(false);
        }}
        button={(props) => (
          <button
            type="button"
            {...props}
            onClick={() => {
              setOpened(!opened);
            }}
          >
            open
          </button>
        )}
      >
        <input aria-label="inside" />
      </Anchored>
    </MantineProvider>
  );
}

const button = () => screen.getByRole('button', { name: 'open' });

describe('what opens beside a button', () => {
  test('leaves the button the focus until it has come, and has it then', async () => {
    render(<Page />);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(button()).toHaveFocus();
    expect(button()).toHaveAttribute('aria-expanded', 'true');
    comes();
    await waitFor(() => {
      expect(screen.getByLabelText('inside')).toHaveFocus();
    });
  });

  test('gives the focus back to the button that was pressed before it came', async () => {
    render(<Page />);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    comes();
    await waitFor(() => {
      expect(screen.getByLabelText('inside')).toHaveFocus();
    });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => {
      expect(button()).toHaveFocus();
    });
    expect(button()).toHaveAttribute('aria-expanded', 'false');
  });

  test('closes what another button has opened', async () => {
    render(
      <>
        <Page />
        <Page />
      </>,
    );
    comes();
    const [first, second] = screen.getAllByRole('button', { name: 'open' });
    if (!first || !second) throw new Error('There are two buttons');
    await userEvent.click(first);
    expect(first).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(second);
    expect(first).toHaveAttribute('aria-expanded', 'false');
    expect(second).toHaveAttribute('aria-expanded', 'true');
    await waitFor(() => {
      expect(screen.getAllByRole('dialog')).toHaveLength(1);
    });
  });

  test('is not opened any more where its reader gave it up before it came', async () => {
    render(<Page />);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}{Escape}');
    comes();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button()).toHaveFocus();
  });
});
