// Tests column widths with a font whose letters are weight / 100 pixels wide.
import { expect, it, vi } from 'vitest';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { textKind } from '~/kernel/field/text-kind';
import { columnOf, widthOfFirst } from './column';

vi.mock('~/ui/text-width', () => ({
  textWidth: (text: string, weight: number) => (text.length * weight) / 100,
  widthInTwoLines: () => 0,
}));

const MOMENT = '2026-01-05 09:00';
const moments = {
  name: 'measuredAt',
  label: 'measurement.measuredAt',
  kind: dateTimeKind,
} as const;
const names = { name: 'name', label: 'member.name', kind: textKind } as const;

it('a column of moments shows them whole, in bold where it is the first', () => {
  const [column] = columnOf({ ...moments, column: { width: 40 } }, '', undefined, vi.fn());
  expect(column?.width).toBe(MOMENT.length * 4 + 18);
  const named = `도하린 ${MOMENT}`;
  expect(widthOfFirst(40, [named], moments), 'a row is named otherwise').toBe(
    MOMENT.length * 6 + 28,
  );
});

it('the first column shows names whole, within reason', () => {
  expect(widthOfFirst(40, ['도하린', '가온 건강센터 메디컬'], names)).toBe(11 * 6 + 28);
  expect(widthOfFirst(40, ['가'.repeat(200)], names)).toBe(300 + 28);
  expect(widthOfFirst(140, ['도하린'], names)).toBe(140);
});
