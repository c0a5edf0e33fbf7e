// Messages for a refused setup, renewal or removal of the second factor.
import { isUnoError } from '~/domain/client';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { text } from '~/kernel/i18n/i18n';

/** The second factor is in another state: the setup has expired, or another page has changed it. */
const CHANGED = 10008;

export function stepRefusal(error: Error): string {
  const [wrong] = fieldErrorsOf(error);
  if (wrong) return fieldErrorText(wrong);
  return isUnoError(error) && error.code === CHANGED ? text('twoSteps.again') : errorText(error);
}
