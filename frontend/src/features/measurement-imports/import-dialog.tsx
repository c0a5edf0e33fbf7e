// Imports measurements of one kind from a file, for existing members.
import { call, type Query } from '~/domain/client';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import type { MeasurementPreview } from '~/kernel/imports/import';
import { ImportDialog } from '~/kernel/imports/import-dialog';
import { COMMON_NAMES, type ImportNames } from '~/kernel/imports/import-names';
import { names, words } from '~/kernel/measurement/field-names.json';
import { StandingCounts, StandingRows } from './standing-rows';

export type ImportedKind = Query<'PreviewMeasurementImport'>['kind'];

/** The fields with words for what no eye chart measures. All their other values are acuities. */
const ACUITIES = Object.entries(words.visionMeasurement)
  .filter(([, start]) => start === 'vision.qualitative')
  .map(([field]) => field);

const VISION: ImportNames = {
  names: names.visionMeasurement,
  words: words.visionMeasurement,
  noWord: Object.fromEntries(ACUITIES.map((field) => [field, 'vision.acuityUnknown' as const])),
};

const OF_FIELDS: Record<ImportedKind, ImportNames> = {
  // The same names as in member files, which have the same columns.
  PHYSICAL: COMMON_NAMES,
  STRESS: { names: names.stressMeasurement, words: words.stressMeasurement },
  VISION,
  HEART_RATE: { names: names.heartRateMeasurement, words: words.heartRateMeasurement },
  DEMENTIA: { names: names.dementiaScreening, words: words.dementiaScreening },
  PSYCHOLOGICAL: { names: names.psychologicalTest, words: words.psychologicalTest },
};

/** Returns the import dialog of a kind, titled like its history. */
export function importOf(kind: ImportedKind, title: MessageKey) {
  const word = kind.toLowerCase();
  return function MeasurementImport() {
    const t = useText();
    return (
      <ImportDialog<MeasurementPreview>
        what={{
          title: t('measurementImport.title', { list: t(title) }),
          hint: t('measurementImport.hint'),
          kind: 'MEASUREMENT_IMPORT',
          names: OF_FIELDS[kind],
          guide: {
            key: `measurement-imports-${word}`,
            get: (signal) => call('GetMeasurementImportGuide', { query: { kind } }, signal),
            sample: (format) =>
              call('DownloadMeasurementImportSample', { query: { kind, format } }),
            sampleName: `${word}-import-sample`,
          },
          look: ({ companyId, file, about }) =>
            call('PreviewMeasurementImport', {
              path: { companyId },
              query: { kind, ...about },
              body: file,
            }),
          review: (jobId, body) => call('ReviewMeasurementImport', { path: { jobId }, body }),
          start: (jobId, leaveOut) =>
            call('StartMeasurementImport', { path: { jobId }, body: { leaveOut } }),
          told: {
            counts: (found) => <StandingCounts found={found} />,
            decisions: (found) => <StandingRows found={found} />,
            // They are not counted as valid rows.
            rowsLeftOut: () => 0,
          },
        }}
      />
    );
  };
}
