import { describe, expect, it } from 'vitest';
import { freePlace, overlap, type Box } from './free-place';

const within: Box = { left: 0, top: 0, right: 1000, bottom: 600 };
const SIZE = { width: 300, height: 60 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const placed = (controls: Box[], words: Box[] = [], side: 'left' | 'right' = 'right') => {
  const { left, top } = freePlace({ within, ...SIZE, controls, words, side });
  return box(left, top, SIZE.width, SIZE.height);
};

describe('a message', () => {
  it('stands in the lower corner at the end of the line', () => {
    expect(placed([])).toEqual(box(700, 540, 300, 60));
    expect(placed([], [], 'left')).toEqual(box(0, 540, 300, 60));
  });

  it('goes above a button in the corner', () => {
    const button = box(900, 550, 90, 40);
    const message = placed([button]);
    expect(overlap(message, button)).toBe(false);
    expect(message.right).toBe(1000);
  });

  it('goes beside a column of buttons', () => {
    const buttons = Array.from({ length: 15 }, (_, row) => box(920, row * 40, 70, 32));
    const message = placed(buttons);
    expect(buttons.some((button) => overlap(message, button))).toBe(false);
  });

  it('covers words only where there is no empty place', () => {
    const words = box(0, 200, 1000, 400);
    expect(overlap(placed([], [words]), words)).toBe(false);
    const everywhere = box(0, 0, 1000, 600);
    expect(placed([], [everywhere])).toEqual(placed([]));
  });

  it('covers as few buttons as can be where they are everywhere', () => {
    const rows = Array.from({ length: 30 }, (_, row) => box(0, row * 20, 1000, 20));
    const wide = box(0, 300, 1000, 300);
    const message = placed([...rows, wide, wide]);
    expect(overlap(message, wide)).toBe(false);
  });
});
