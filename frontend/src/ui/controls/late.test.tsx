// Tests the placeholder of a control that is loading: none of the user's actions in between are
// lost.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as code from './late';
import type { Controls } from './late';

let late: typeof code;

/** Other tests load the controls up front; here nothing is loaded yet. */
beforeEach(async () => {
  vi.resetModules();
  vi.doMock('./controls', () => new Promise(() => undefined));
  late = await import('./late');
});
afterEach(() => {
  cleanup();
  vi.doUnmock('./controls');
});

function comes(): void {
  act(() => {
    late.provideControls({} as Controls);
  });
}

function draw({ readOnly = false } = {}): void {
  const { Late } = late;
  render(
    <>
      <Late standIn={<input aria-label="stand-in" readOnly={readOnly} />}>
        {(_, { ref, open, text }) => (
          <input
            aria-label="control"
            ref={ref}
            aria-expanded={open}
            role="combobox"
            defaultValue={text}
          />
        )}
      </Late>
      <button type="button">elsewhere</button>
    </>,
  );
}

const standIn = () => screen.getByLabelText('stand-in');
const control = () => screen.getByLabelText('control');

describe('a control whose code comes late', () => {
  test('has the focus where its stand-in had it, and stays closed', async () => {
    draw();
    await userEvent.tab();
    expect(standIn()).toHaveFocus();
    comes();
    expect(control()).toHaveFocus();
    expect(control()).toHaveAttribute('aria-expanded', 'false');
  });

  test('takes no focus from elsewhere', async () => {
    draw();
    await userEvent.click(standIn());
    await userEvent.click(screen.getByRole('button'));
    comes();
    expect(screen.getByRole('button')).toHaveFocus();
    expect(control()).toHaveAttribute('aria-expanded', 'false');
  });

  test('has the spaces that were typed', async () => {
    draw();
    await userEvent.type(standIn(), '가온 건강');
    comes();
    expect(control()).toHaveValue('가온 건강');
  });

  test.each(['{Enter}', '{ArrowDown}', ' '])('is open once %j was pressed', async (key) => {
    draw({ readOnly: true });
    await userEvent.tab();
    await userEvent.keyboard(key);
    comes();
    expect(control()).toHaveFocus();
    expect(control()).toHaveAttribute('aria-expanded', 'true');
  });

  test('is open once its stand-in was pressed, by a pointer or by assistive technology', () => {
    draw();
    fireEvent.click(standIn());
    comes();
    expect(control()).toHaveFocus();
    expect(control()).toHaveAttribute('aria-expanded', 'true');
  });

  test('is pressed where it cannot be drawn open', async () => {
    const { Late } = late;
    const pressed = vi.fn();
    render(
      <Late standIn={<button type="button">stand-in</button>}>
        {(_, { press }) => (
          <button type="button" ref={press} onClick={pressed}>
            control
          </button>
        )}
      </Late>,
    );
    await userEvent.click(screen.getByRole('button'));
    comes();
    expect(screen.getByRole('button', { name: 'control' })).toHaveFocus();
    await expect.poll(() => pressed.mock.calls.length).toBe(1);
  });

  test('holds what was typed meanwhile', async () => {
    draw();
    await userEvent.tab();
    await userEvent.keyboard('가온');
    comes();
    expect(control()).toHaveValue('가온');
    expect(control()).toHaveFocus();
  });
});
