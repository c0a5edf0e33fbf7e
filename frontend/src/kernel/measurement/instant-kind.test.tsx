import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderWithin } from '~/kernel/testing/render-within';
import { instantKind } from './instant-kind';

const entered = vi.fn<(value: unknown) => void>();

function Entry({ isNew = false, value: first = null }: { isNew?: boolean; value?: unknown }) {
  const [value, setValue] = useState<unknown>(first);
  const { Input } = instantKind;
  return (
    Input && (
      <Input
        label="측정일시"
        value={value}
        onChange={(next) => {
          setValue(next);
          entered(next);
        }}
        error={undefined}
        required
        maxLength={undefined}
        disabled={false}
        isNew={isNew}
        marks={{ 'data-path': 'measuredAt' }}
      />
    )
  );
}

it('marks both parts of a moment that must be entered', () => {
  renderWithin(<Entry />);
  for (const part of ['날짜', '시각']) expect(screen.getByLabelText(`${part} *`)).toBeVisible();
});

describe('the present moment', () => {
  const NOW = new Date('2026-11-20T00:05:40Z');
  const button = () => screen.queryByRole('button', { name: '지금' });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is entered by a key, to the minute, and read where it may be corrected', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    renderWithin(<Entry isNew />);
    await userEvent.click(screen.getByLabelText('시각 *'));
    await userEvent.tab();
    expect(button()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(entered).toHaveBeenLastCalledWith('2026-11-20T00:05:00.000Z');
    expect(screen.getByLabelText('날짜 *')).toHaveValue('2026-11-20');
    expect(screen.getByLabelText('시각 *')).toHaveValue('09:05');
    expect(screen.getByLabelText('시각 *')).toHaveFocus();
    expect(button(), 'it stands there').toBeNull();
  });

  it('takes the place of another one, and of what is no moment', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    renderWithin(<Entry isNew value="2026-11-19T01:00:00Z" />);
    await userEvent.clear(screen.getByLabelText('시각 *'));
    await userEvent.type(screen.getByLabelText('시각 *'), '9시');
    await userEvent.click(screen.getByRole('button', { name: '지금' }));
    expect(screen.getByLabelText('시각 *')).toHaveValue('09:05');
  });

  it('is not offered where what stands is corrected', () => {
    renderWithin(<Entry value="2026-11-19T01:00:00Z" />);
    expect(button()).toBeNull();
  });
});
