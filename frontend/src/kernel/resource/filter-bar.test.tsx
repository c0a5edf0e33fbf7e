// Tests which filters of a list are visible and which are collapsed.
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { textKind } from '~/kernel/field/text-kind';
import { renderWithin } from '~/kernel/testing/render-within';
import type { AnyField } from './definition';
import { FilterBar } from './filter-bar';

const filter = (name: string, seldom = false): AnyField<never> => ({
  name,
  label: seldom ? 'company.memo' : 'company.name',
  kind: textKind,
  filter: [name],
  seldom,
});
const USUAL = ['one', 'two'].map((name) => filter(name));
const SELDOM = Array.from({ length: 10 }, (_, place) => filter(`seldom${String(place)}`, true));

/** Renders the filters and returns a function that changes their values. */
function open(fields: AnyField<never>[], values: Record<string, string[]> = {}) {
  let show: (now: Record<string, string[]>) => void = () => undefined;
  function Bar() {
    const [now, setNow] = useState(values);
    show = setNow;
    return (
      <FilterBar
        fields={fields}
        values={now}
        onChange={() => undefined}
        onClear={() => undefined}
        errors={{}}
      >
        {null}
      </FilterBar>
    );
  }
  renderWithin(<Bar />);
  return (now: Record<string, string[]>) => {
    act(() => {
      show(now);
    });
  };
}

const inputs = () => screen.getAllByRole('searchbox').length;
const more = () => screen.getByRole('button', { name: /^상세 조건/ });

describe('the filters of a list', () => {
  it('are all there where they are few', () => {
    open([...USUAL, ...SELDOM.slice(1)]);
    expect(inputs()).toBe(11);
    expect(screen.queryByRole('button', { name: /상세 조건/ })).toBeNull();
  });

  it('are folded where they are many, as far as they are seldom needed', async () => {
    open([...SELDOM, ...USUAL]);
    expect(inputs()).toBe(2);
    expect(more()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(more());
    expect(inputs()).toBe(12);
    expect(more()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(more());
    expect(inputs()).toBe(2);
  });

  it('are open where a folded one is set, and say how many are', async () => {
    const show = open([...USUAL, ...SELDOM], { one: ['a'], seldom1: ['b'], seldom2: ['c'] });
    expect(inputs()).toBe(12);
    expect(more()).toHaveAccessibleName('상세 조건(2개 적용)');
    await userEvent.click(more());
    expect(inputs()).toBe(2);
    expect(more()).toHaveAccessibleName('상세 조건(2개 적용)');
    show({});
    expect(more()).toHaveAccessibleName('상세 조건');
  });

  it('open with a saved view that sets a folded one', () => {
    const show = open([...USUAL, ...SELDOM]);
    expect(inputs()).toBe(2);
    show({ seldom3: ['a'] });
    expect(inputs()).toBe(12);
  });

  it('stay open under the hands of who empties them', async () => {
    const show = open([...USUAL, ...SELDOM], { seldom1: ['b'] });
    const last = screen.getAllByRole('searchbox').at(-1);
    if (last) await userEvent.type(last, 'x{Enter}');
    show({});
    expect(inputs()).toBe(12);
  });
});
