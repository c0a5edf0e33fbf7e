// Units of measurement in each language, and figures with units. A unit is the key of a text whose
// `{value}` marks the position of the figure, including its space.
import { formatNumber } from './format';
import { text, type MessageKey } from './i18n';

export type Unit = Extract<MessageKey, `unit.${string}`>;

/** Returns the unit alone, for the head of a chart or next to a figure. */
export function unitName(unit: Unit): string {
  return text(unit, { value: '' }).trim();
}

/** Returns the text around the figure, for inputs. */
export function unitAround(unit: Unit): { prefix: string; suffix: string } {
  const [prefix = '', suffix = ''] = text(unit, { value: '\u0000' }).split('\u0000');
  return { prefix, suffix };
}

/** Formats "67.4 kg". */
export function formatMeasure(value: number, decimals: number, unit?: Unit): string {
  const figure = formatNumber(value, decimals);
  return unit === undefined ? figure : text(unit, { value: figure });
}
