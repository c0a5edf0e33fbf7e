import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { WholeNumberInput } from './whole-number-input';

function Age() {
  const [value, setValue] = useState('');
  return <WholeNumberInput aria-label="age" value={value} onChange={setValue} least={1} most={9} />;
}

function age(): HTMLElement {
  render(<Age />, { wrapper: MantineProvider });
  return screen.getByLabelText('age');
}

test('nothing of what is typed is dropped, and full-width digits are plain ones', async () => {
  const input = age();
  await userEvent.type(input, '-1.２e');
  expect(input).toHaveValue('-1.2e');
});

test('the arrow keys count within what is allowed', async () => {
  const input = age();
  await userEvent.type(input, '{ArrowUp}');
  expect(input).toHaveValue('1');
  await userEvent.type(input, '{ArrowUp}');
  expect(input).toHaveValue('2');
  await userEvent.type(input, '{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(input).toHaveValue('1');
  await userEvent.clear(input);
  await userEvent.type(input, '9{ArrowUp}');
  expect(input).toHaveValue('9');
});
