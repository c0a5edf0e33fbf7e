// Why something may not be done with a record, in the reader's language.
import type { FieldError } from '~/domain/validation';
import { text, textIfKnown } from '~/kernel/i18n/i18n';
import type { Permit } from './definition';

/** Undefined when it may be done. */
export function refusalOf(permit: Permit | undefined): string | undefined {
  if (permit === undefined || permit.allowed) return undefined;
  return textIfKnown(`refusal.${permit.reason ?? ''}`) ?? text('refusal.forbidden');
}

/** Whether it names records that depend on the one that is to go. */
export function isOfDependents({ code }: FieldError): boolean {
  return code === 'hasDependents';
}
