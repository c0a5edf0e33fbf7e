// Which queries may be read again although the user has not asked for it.
import type { Query } from '@tanstack/react-query';

/**
 * Queries with a `gcTime` of 0 may not: the record of an open edit form must not change, and reads
 * that are logged must not be repeated.
 */
export function mayRefetch({ options }: Query): boolean {
  return options.gcTime !== 0;
}
