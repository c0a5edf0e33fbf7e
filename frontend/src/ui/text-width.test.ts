// Tests text widths with a font whose letters are one pixel wide.
import { expect, it, vi } from 'vitest';
import { widthInTwoLines } from './text-width';

it('a text in two lines ends the first at a space, or at a hyphen between words', () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () => ({ measureText: ({ length }: string) => ({ width: length }) }) as never,
  );
  const widthOf = (text: string) => widthInTwoLines(text, 600, 13);
  expect(widthOf('Letzte Anmeldung')).toBe('Anmeldung'.length);
  expect(widthOf('Gewerbe-Reg.-Nr.')).toBe('Reg.-Nr.'.length);
  expect(widthOf('010-1234')).toBe('010-1234'.length);
});
