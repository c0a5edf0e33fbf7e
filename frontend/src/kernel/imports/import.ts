// The definition of an import: its calls, and its additional questions and counts.
import type { ReactNode } from 'react';
import type { Answer, Body, Query } from '~/domain/client';
import type { Job } from '~/kernel/jobs/jobs';
import type { ImportNames } from './import-names';

/** The preview of a measurement import. */
export type MeasurementPreview = Answer<'PreviewMeasurementImport'>;

/** The part that all previews share. */
export type Preview = Omit<MeasurementPreview, 'knownRows' | 'differingRows' | 'differences'>;

/** The user's decisions about columns and corrected cells of a file. */
export type Review = Body<'ReviewMeasurementImport'>;

type Format = Query<'PreviewMeasurementImport'>['format'];

/** A file, or one of its sheets, to preview for a company. */
export interface Upload {
  companyId: number;
  file: File;
  /** The parameters of every call that sends the file. */
  about: { fileName: string; format: Format; sheet?: number };
}

/** The accepted columns, and sample files. */
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
  /**
   * Questions in addition to the company and the file. `isAnswered` is false while an answer is
   * missing.
   */
  questions?: {
    isAnswered: boolean;
    /** Whether the user has tried to continue without an answer. */
    fields: (asked: boolean) => ReactNode;
  };
  /** Content of the preview that only this import has. */
  told?: {
    counts: (found: Found) => ReactNode;
    decisions: (found: Found) => ReactNode;
    /** The number of valid rows that are not written because of the user's decisions. */
    rowsLeftOut: (found: Found) => number;
  };
}
