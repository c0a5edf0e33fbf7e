import { DirectionProvider } from '@mantine/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '~/kernel/i18n/i18n';
import { renderWithin } from '~/kernel/testing/render-within';
import type { Rule } from './bands';
import { NumberLine } from './number-line';

const rule = (grade: number, from: number | null, to: number | null): Rule => ({
  sex: null,
  ageFrom: 0,
  ageTo: null,
  grade,
  lower: from === null ? null : { cut: from, inclusive: true },
  upper: to === null ? null : { cut: to, inclusive: false },
});
const VISION = [
  rule(4, null, 0.05),
  rule(3, 0.05, 0.1),
  rule(2, 0.1, 0.3),
  rule(1, 0.3, 0.5),
  rule(0, 0.5, null),
];

function draw(direction: 'ltr' | 'rtl') {
  const { container } = renderWithin(
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <NumberLine indicator="VISION" rules={VISION} figure={String} />
    </DirectionProvider>,
  );
  return container;
}

beforeEach(() => loadTexts('measurement'));

describe('a number line', () => {
  it.each(['ltr', 'rtl'] as const)(
    'grows from left to right for readers %s, and its names begin where theirs do',
    (direction) => {
      const drawn = draw(direction);
      const bands = [...drawn.querySelectorAll<HTMLElement>('[title]')];
      expect(bands[0]?.closest('[dir="ltr"][aria-hidden]')).not.toBeNull();
      expect(bands.map(({ title }) => title)).toEqual([
        '실명',
        '고도 저하',
        '중등도 저하',
        '경도 저하',
        '장애 없음',
      ]);
      expect(bands.map(({ dir }) => dir)).toEqual(Array(5).fill(direction));
      const places = bands.map(({ style }) => Number.parseFloat(style.left));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    },
  );

  it('has figures that would cover each other in two rows', () => {
    const rows = [...draw('ltr').querySelectorAll('[data-row]')].map((figure) => [
      figure.textContent,
      figure.getAttribute('data-row'),
    ]);
    expect(rows).toEqual([
      ['0.05', '0'],
      ['0.1', '1'],
      ['0.3', '0'],
      ['0.5', '0'],
    ]);
  });
});
