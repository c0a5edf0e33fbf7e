// A job for tests, as the server returns it.
import type { Answer } from '~/domain/client';

type Job = Answer<'GetJob'>;

/** Creates a running import, with the given overrides. */
export function jobOf(parts: Partial<Job> = {}): Job {
  return {
    jobId: 4,
    kind: 'MEMBER_IMPORT',
    list: null,
    state: 'RUNNING',
    fileName: '명단.csv',
    companyName: '가람',
    progress: 30,
    total: 90,
    counts: countsOf(),
    failure: null,
    hasFile: false,
    undoneBy: null,
    imported: null,
    createdAt: '2026-11-20T00:00:00Z',
    finishedAt: null,
    ...parts,
  };
}

/** Creates row counts, all zero except for the given ones. */
export function countsOf(parts: Partial<Job['counts']> = {}): Job['counts'] {
  return { created: 0, updated: 0, changed: 0, unchanged: 0, rejected: 0, ...parts };
}
