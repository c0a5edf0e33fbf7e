// Error messages in the user's language.
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

/** The id under which the server's log records the request. */
export function requestIdOf(error: unknown): string | undefined {
  return isUnoError(error) ? error.requestId : undefined;
}

/** Returns the field's own message if the general one would not explain the error. */
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

/** Returns the form field of an error, without the index: `serviceIds` for `serviceIds[0]`. */
export function fieldOf({ path }: FieldError): string {
  return path.split(/[.[]/)[0] ?? '';
}

/**
 * Returns a short reason for places without fields: that of the first field error, or else of the
 * error as a whole.
 */
export function reasonText(error: unknown): string {
  const [first] = fieldErrorsOf(error);
  return first ? fieldErrorText(first) : errorText(error);
}

/** No response at all: the core reports a failed connection as status 0. */
export function isOffline(error: unknown): boolean {
  return !navigator.onLine || (isUnoError(error) && error.status === 0);
}

export function isNotFound(error: unknown): boolean {
  return isUnoError(error) && error.status === 404;
}

export function isForbidden(error: unknown): boolean {
  return isUnoError(error) && error.status === 403;
}

/** The request was invalid. */
export function isInvalid(error: unknown): boolean {
  return isUnoError(error) && error.status === 422;
}

/** The session has ended. A separate dialog reports that over the user's input. */
export function isSignedOut(error: unknown): boolean {
  return isUnoError(error) && error.status === 401;
}
