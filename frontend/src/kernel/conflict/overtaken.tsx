// Handles a form that is saved over a newer version of its record: detects the conflict, loads the
// current version and shows both. The comparison's code and texts are loaded on first use.
import { Skeleton } from '@mantine/core';
import { isUnoError } from '~/domain/client';
import { lazyPart } from '~/kernel/code/lazy-part';
import { withTexts } from '~/kernel/i18n/i18n';
import type { FormValues, Revision } from '~/kernel/resource/definition';

/** The error code for a record that has changed since the form was loaded. */
const CHANGED_IN_THE_MEANTIME = 10008;

/** The record's current values and version, as a form needs them. */
export interface VersionedValues {
  values: FormValues;
  /** Sent back on save, so that no unseen change is overwritten. */
  version?: number | undefined;
}

/** The current record, with the revisions since the form was loaded, newest first. */
export interface CurrentRecord extends VersionedValues {
  revisions: readonly Revision[];
}

export const Conflict = lazyPart(() => withTexts('forms', import('./conflict')), {
  loading: <Skeleton height={240} />,
});

export function isEditConflict(error: unknown): boolean {
  return isUnoError(error) && error.code === CHANGED_IN_THE_MEANTIME;
}
