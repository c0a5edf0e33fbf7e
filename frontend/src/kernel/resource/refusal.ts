// Translates the reason why an action on a record is not permitted.
import type { FieldError } from '~/domain/validation';
import { text, textIfKnown } from '~/kernel/i18n/i18n';
import type { Permit } from './definition';

/** Returns the reason, or undefined if the action is permitted. */
export function refusalOf(permit: Permit | undefined): string | undefined {
  if (permit === undefined || permit.allowed) return undefined;
  return textIfKnown(`refusal.${permit.reason ?? ''}`) ?? text('refusal.forbidden');
}

/** Returns whether the error lists records that depend on the one to be deleted. */
export function isOfDependents({ code }: FieldError): boolean {
  return code === 'hasDependents';
}
