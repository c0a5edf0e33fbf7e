// Parses numbers as users type them. Text that is no number stays as it is, and the rules reject it.
import { withPlainDigits } from './plain-digits';

const WRITTEN = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/**
 * Returns the number, null for no text, or the text itself. A comma is a decimal point, so `1,234`
 * has three decimals, and a field of whole numbers rejects it.
 */
export function numberOrText(typed: string): number | string | null {
  const plain = withPlainDigits(typed).trim().replace('\u2212', '-').replace(',', '.');
  if (plain === '') return null;
  return WRITTEN.test(plain) ? Number(plain) : typed.trim();
}
