// Tests the tooltip.
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { DisabledReason } from './disabled-reason';
import { Tip } from './tip';

test('it comes for the pointer, and Escape sends it away', async () => {
  render(
    <Tip label="word">
      <button type="button">button</button>
    </Tip>,
    { wrapper: MantineProvider },
  );
  await userEvent.hover(screen.getByRole('button'));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('word');
  await userEvent.tab();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('tooltip')).toBeNull();
});

test('why something is refused is said to who comes by keyboard, and describes the button', async () => {
  render(
    <DisabledReason reason="others depend on it">
      {(refused) => (
        <button type="button" {...refused}>
          delete
        </button>
      )}
    </DisabledReason>,
    { wrapper: MantineProvider },
  );
  await userEvent.tab();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('others depend on it');
  expect(screen.getByRole('button')).toHaveAccessibleDescription('others depend on it');
});
