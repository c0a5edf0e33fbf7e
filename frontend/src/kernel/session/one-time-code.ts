// One-time codes of authenticator apps, typed or pasted, and the server's errors that reveal a
// correct password.
import { isUnoError } from '~/domain/client';

/** The password is correct and a code is required. */
const CODE_REQUIRED = 11009;
/** The password is correct and the account is dormant. */
const DORMANT = 11013;

export const DIGITS = 6;

/** The code points of zero on keyboards of other scripts: Arabic, Persian, Hindi, Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xe50];

/** Extracts the digits of a typed or pasted text, in any script: apps show codes in groups. */
export function digitsOf(typed: string): string {
  const plain = typed.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => point >= first && point < first + 10);
    return zero === undefined ? digit : String(point - zero);
  });
  return plain.replace(/\D/g, '').slice(0, DIGITS);
}

export function isCodeRequired(error: unknown): boolean {
  return isUnoError(error) && error.code === CODE_REQUIRED;
}

export function isDormant(error: unknown): boolean {
  return isUnoError(error) && error.code === DORMANT;
}
