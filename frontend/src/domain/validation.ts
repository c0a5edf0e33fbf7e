// The rules of forms, the same that the server applies.
import { formFields, validate as validateInCore, type Violation } from '@uno/core';

export { formFields };
export type FieldError = Violation;

export function validate(form: string, value: unknown): FieldError[] {
  return validateInCore(form, value);
}

/** The values for the text of an error, such as a limit; declared as a map, sent as a plain object. */
export function parametersOf(error: FieldError): Record<string, string> {
  const { params } = error as { params: Map<string, string> | Record<string, string> };
  return params instanceof Map ? Object.fromEntries(params) : params;
}
