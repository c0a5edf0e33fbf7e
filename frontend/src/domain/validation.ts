// Form validation by the same rules as on the server.
import { formFields, validate as validateInCore, type Violation } from '@uno/core';

export { formFields };
export type FieldError = Violation;

export function validate(form: string, value: unknown): FieldError[] {
  return validateInCore(form, value);
}
