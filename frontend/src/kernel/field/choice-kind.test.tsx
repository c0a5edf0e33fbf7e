// Tests the column widths of choices with a font whose letters are ten pixels wide, or half of that
// in two lines.
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { choiceKind, flagKind } from './choice-kind';
import { NOTHING } from './nothing';

vi.mock('~/ui/text-width', () => ({
  textWidth: (text: string) => text.length * 10,
  widthInTwoLines: (text: string) => text.length * 5,
}));

const words = ['ONE', 'SEVERAL'];
const label = (word: string) => word.toLowerCase();

it('words have room in one line, or in two where they are long', () => {
  expect(choiceKind({ words, label }).room?.(400)).toBe(70);
  expect(choiceKind({ words, label, inTwoLines: true }).room?.(400)).toBe(35);
});

it('a word that has two lines in a table may wrap there', () => {
  render(choiceKind({ words, label, inTwoLines: true }).showBriefly?.('ONE'));
  expect(screen.getByText('one')).toHaveAttribute('data-wraps');
});

it('of what nobody knows neither yes nor no is said', () => {
  expect([true, false, null, undefined].map((value) => flagKind.show(value))).toEqual([
    '예',
    '아니요',
    NOTHING,
    NOTHING,
  ]);
});
