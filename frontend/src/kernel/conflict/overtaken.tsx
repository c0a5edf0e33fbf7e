// When a form is sent that was made of a record as it no longer stands: whether that is why it was refused, what stands
// now, and both side by side, whose code and texts come when they are first needed.
import { Skeleton } from '@mantine/core';
import { isUnoError } from '~/domain/client';
import { lazyPart } from '~/kernel/code/lazy-part';
import { withTexts } from '~/kernel/i18n/i18n';
import type { FormValues, Revision } from '~/kernel/resource/definition';

/** Somebody else saved the record after this form had read it. */
const CHANGED_IN_THE_MEANTIME = 10008;

/** The record as a form is made of it. */
export interface Standing {
  values: FormValues;
  /** Goes back with what is saved, so that nothing is written over what was not read. */
  version?: number | undefined;
}

/** A record that was changed since a form was made of it, and what its history says of that, newest first. */
export interface Overtaken extends Standing {
  revisions: readonly Revision[];
}

export const Conflict = lazyPart(() => withTexts('forms', import('./conflict')), {
  loading: <Skeleton height={240} />,
});

export function isOvertaken(error: unknown): boolean {
  return isUnoError(error) && error.code === CHANGED_IN_THE_MEANTIME;
}
