// What is said to a refused step of setting up, renewing or ending the second step.
import { isUnoError } from '~/domain/client';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { text } from '~/kernel/i18n/i18n';

/** It is not in the state for this: begun too long ago, or changed on another page. */
const CHANGED = 10008;

export function stepRefusal(error: Error): string {
  const [wrong] = fieldErrorsOf(error);
  if (wrong) return fieldErrorText(wrong);
  return isUnoError(error) && error.code === CHANGED ? text('twoSteps.again') : errorText(error);
}
