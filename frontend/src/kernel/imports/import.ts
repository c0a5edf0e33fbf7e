// What an import consists of, whatever is imported: the calls that it makes, and what it asks and says besides.
import type { ReactNode } from 'react';
import type { Answer, Body, Query } from '~/domain/client';
import type { Job } from '~/kernel/jobs/jobs';
import type { ImportNames } from './import-names';

/** A preview of measurements. */
export type MeasurementPreview = Answer<'PreviewMeasurementImport'>;

/** What every preview has. */
export type Preview = Omit<MeasurementPreview, 'knownRows' | 'differingRows' | 'differences'>;

/** What a person has said of the columns and cells of a file. */
export type Review = Body<'ReviewMeasurementImport'>;

type Format = Query<'PreviewMeasurementImport'>['format'];

/** A file that is looked at for a company, or one of its sheets. */
export interface Upload {
  companyId: number;
  file: File;
  /** What every call that sends a file says of it. */
  about: { fileName: string; format: Format; sheet?: number };
}

/** What a file may hold, and one to begin with. */
export interface Guide {
  /** Root of its query key. */
  key: string;
  get: (signal: AbortSignal) => Promise<Answer<'GetMeasurementImportGuide'>>;
  sample: (format: Format) => Promise<Blob>;
  sampleName: string;
}

export interface Import<Found extends Preview> {
  title: string;
  hint: string;
  kind: Job['kind'];
  names: ImportNames;
  guide: Guide;
  look: (upload: Upload) => Promise<Found>;
  review: (jobId: number, review: Review) => Promise<Found>;
  start: (jobId: number, leaveOut: number[]) => Promise<Job>;
  /** What is asked beside the company and the file; false while something of it is missing. */
  questions?: {
    isAnswered: boolean;
    /** Whether it has been tried to go on without an answer. */
    fields: (asked: boolean) => ReactNode;
  };
  /** What a preview tells that no other import's does. */
  told?: {
    counts: (found: Found) => ReactNode;
    decisions: (found: Found) => ReactNode;
    /** Rows that are valid and nevertheless not written, as it is decided. */
    rowsLeftOut: (found: Found) => number;
  };
}
