import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderWithin } from '~/kernel/testing/render-within';
import { numberKind } from './number-kind';

describe('a number', () => {
  function open() {
    const { Input } = numberKind({ unit: 'unit.dioptre', decimals: 2 });
    let entered: unknown;
    function Form() {
      const [value, setValue] = useState<unknown>(null);
      entered = value;
      return (
        Input && (
          <Input
            label="구면"
            value={value}
            onChange={setValue}
            error={undefined}
            required={false}
            maxLength={undefined}
            marks={{ 'data-path': 'sphere' }}
            disabled={false}
          />
        )
      );
    }
    renderWithin(<Form />);
    return () => entered;
  }

  it.each([
    ['-0.75', -0.75],
    ['-1.25', -1.25],
    ['-0.05', -0.05],
    ['0.05', 0.05],
    ['10.50', 10.5],
  ])('keeps its sign and its zeros while %s is typed', async (typed, value) => {
    const entered = open();
    const input = screen.getByRole('textbox', { name: '구면' });
    await userEvent.type(input, typed);
    expect(entered()).toBe(value);
    expect((input as HTMLInputElement).value).toContain(typed);
  });

  it.each([
    ['７2,5', 72.5],
    ['٧٢', 72],
    ['\u22121', -1],
  ])('is read however its digits are written: %s', async (typed, value) => {
    const entered = open();
    await userEvent.type(screen.getByRole('textbox', { name: '구면' }), typed);
    expect(entered()).toBe(value);
  });

  it.each(['-', '1.2.3', '72kg', '1,234,567'])(
    'is the text that was typed where that is none: %s',
    async (typed) => {
      const entered = open();
      const input = screen.getByRole('textbox', { name: '구면' });
      await userEvent.type(input, typed);
      await userEvent.tab();
      expect(entered()).toBe(typed);
      expect(input).toHaveValue(typed);
    },
  );

  it('drops no decimals: the rule refuses them', async () => {
    const entered = open();
    await userEvent.type(screen.getByRole('textbox', { name: '구면' }), '72.355');
    expect(entered()).toBe(72.355);
  });

  it('is typed over when it is reached by Tab', async () => {
    const entered = open();
    const input = screen.getByRole('textbox', { name: '구면' });
    await userEvent.type(input, '106');
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('9');
    expect(entered()).toBe(9);
  });
});
