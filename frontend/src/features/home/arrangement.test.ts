import { describe, expect, it } from 'vitest';
import { CARDS, movedTo, ordered } from './arrangement';

describe('the order of the cards', () => {
  it('is the one that was kept, with what has come since at its end', () => {
    const kept = ordered({ order: ['jobs', 'gone', 'tests', 'jobs'], hidden: [] });
    expect(kept.slice(0, 2)).toEqual(['jobs', 'tests']);
    expect([...kept].sort()).toEqual([...CARDS].sort());
  });

  it('gives a card the place of another, in both directions', () => {
    const cards = ['tests', 'grades', 'jobs'] as const;
    expect(movedTo(cards, 'jobs', 'tests')).toEqual(['jobs', 'tests', 'grades']);
    expect(movedTo(cards, 'tests', 'jobs')).toEqual(['grades', 'jobs', 'tests']);
  });
});
