// Codes of an authenticator app as they are typed and pasted, and what the server says to them.
import { isUnoError } from '~/domain/client';

/** The password is right, and a code is needed. */
const CODE_REQUIRED = 11009;
const CODE_MISMATCH = 11010;

export const DIGITS = 6;

/** The digits of what was typed or pasted, wide ones too: apps show codes in groups. */
export function digitsOf(typed: string): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, DIGITS);
}

export function isCodeRequired(error: unknown): boolean {
  return isUnoError(error) && error.code === CODE_REQUIRED;
}

export function isCodeMismatch(error: unknown): boolean {
  return isUnoError(error) && error.code === CODE_MISMATCH;
}
