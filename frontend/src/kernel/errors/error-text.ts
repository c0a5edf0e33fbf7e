// What a failure means, in the reader's language.
import { isUnoError } from '~/domain/client';
import type { FieldError } from '~/domain/validation';
import { formatWait } from '~/kernel/i18n/format';
import { text, textIfKnown } from '~/kernel/i18n/i18n';

const TOO_MANY_REQUESTS = 10011;

export function errorText(error: unknown): string {
  if (isOffline(error)) return text('error.offline');
  if (!isUnoError(error)) return text('error.unknown');
  if (error.code === TOO_MANY_REQUESTS && error.retryAfter !== undefined) {
    return text('error.tooManyUntil', { when: formatWait(error.retryAfter) });
  }
  return textIfKnown(`error.${String(error.code)}`) ?? text('error.unknown');
}

/** The number that the server's log knows this request by. */
export function requestIdOf(error: unknown): string | undefined {
  return isUnoError(error) ? error.requestId : undefined;
}

/** In words of the field's own where the usual ones would not say what is wrong with it. */
export function fieldErrorText({ path, code, params }: FieldError): string {
  const usual = `validation.${code}`;
  return (
    textIfKnown(`${usual}.${path}`, params) ??
    textIfKnown(usual, params) ??
    text('validation.invalid')
  );
}

export function fieldErrorsOf(error: unknown): FieldError[] {
  return isUnoError(error) ? (error.fields ?? []) : [];
}

/** The field of a form that an error is about, whichever part of it: `serviceIds` of `serviceIds[0]`. */
export function fieldOf({ path }: FieldError): string {
  return path.split(/[.[]/)[0] ?? '';
}

/** In a word, where no field stands beside it: what is wrong with the first one that is, else with the whole. */
export function reasonText(error: unknown): string {
  const [first] = fieldErrorsOf(error);
  return first ? fieldErrorText(first) : errorText(error);
}

/** No answer came at all: status 0 is how the core tells a failed connection. */
export function isOffline(error: unknown): boolean {
  return !navigator.onLine || (isUnoError(error) && error.status === 0);
}

export function isNotFound(error: unknown): boolean {
  return isUnoError(error) && error.status === 404;
}

export function isForbidden(error: unknown): boolean {
  return isUnoError(error) && error.status === 403;
}

/** What was asked for is nothing that one can ask for. */
export function isInvalid(error: unknown): boolean {
  return isUnoError(error) && error.status === 422;
}

/** Nobody is signed in any more, which a dialog of its own says, over what is being written. */
export function isSignedOut(error: unknown): boolean {
  return isUnoError(error) && error.status === 401;
}
