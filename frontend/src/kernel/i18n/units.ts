// Units of measurement as each language writes them, and figures with them. A unit is the key of its text, in
// which `{value}` says where the figure stands and with which space.
import { formatNumber } from './format';
import { text, type MessageKey } from './i18n';

export type Unit = Extract<MessageKey, `unit.${string}`>;

/** The unit alone, for the head of a chart or beside a figure. */
export function unitName(unit: Unit): string {
  return text(unit, { value: '' }).trim();
}

/** What stands around the figure, for fields in which it is typed. */
export function unitAround(unit: Unit): { prefix: string; suffix: string } {
  const [prefix = '', suffix = ''] = text(unit, { value: '\u0000' }).split('\u0000');
  return { prefix, suffix };
}

/** "67.4 kg". */
export function formatMeasure(value: number, decimals: number, unit?: Unit): string {
  const figure = formatNumber(value, decimals);
  return unit === undefined ? figure : text(unit, { value: figure });
}
