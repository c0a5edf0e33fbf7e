// A job for tests, as the server gives it.
import type { Answer } from '~/domain/client';

type Job = Answer<'GetJob'>;

/** An import that is under way, but for what is said of it. */
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
    createdAt: '2026-11-20T00:00:00Z',
    finishedAt: null,
    ...parts,
  };
}

/** What has become of a job's rows: of all none, but for what is said. */
export function countsOf(parts: Partial<Job['counts']> = {}): Job['counts'] {
  return { created: 0, updated: 0, changed: 0, unchanged: 0, rejected: 0, ...parts };
}
