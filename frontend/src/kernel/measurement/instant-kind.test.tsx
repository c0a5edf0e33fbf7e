import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderWithin } from '~/kernel/testing/render-within';
import { instantKind } from './instant-kind';

it('marks both parts of a moment that must be entered', () => {
  const { Input } = instantKind;
  renderWithin(
    Input && (
      <Input
        label="측정일시"
        value={null}
        onChange={vi.fn()}
        error={undefined}
        required
        maxLength={undefined}
        disabled={false}
        marks={{ 'data-path': 'measuredAt' }}
      />
    ),
  );
  for (const part of ['날짜', '시각']) expect(screen.getByLabelText(`${part} *`)).toBeVisible();
});
