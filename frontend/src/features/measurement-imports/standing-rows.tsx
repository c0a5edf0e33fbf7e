// Rows whose measurements already exist, with the same or other values. Neither is written; the
// preview states that.
import { Alert, Stack } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import type { MeasurementPreview } from '~/kernel/imports/import';
import { ImportDifferences } from '~/kernel/imports/import-differences';
import { Count } from '~/kernel/imports/import-preview';
import { ErrorIcon, InfoIcon } from '~/ui/icons';

interface StandingRowsProps {
  found: MeasurementPreview;
}

export function StandingCounts({ found: { knownRows, differingRows } }: StandingRowsProps) {
  const t = useText();
  return (
    <>
      {knownRows > 0 && <Count label={t('measurementImport.knownRows')} value={knownRows} />}
      {differingRows > 0 && (
        <Count label={t('measurementImport.differingRows')} value={differingRows} alarm />
      )}
    </>
  );
}

export function StandingRows({
  found: { knownRows, differingRows, differences },
}: StandingRowsProps) {
  const t = useText();
  return (
    <Stack gap="xs">
      {differences.length > 0 && (
        <ImportDifferences
          title={t('measurementImport.differences')}
          differences={differences}
          rows={differingRows}
        />
      )}
      {differingRows > 0 && (
        <Alert color="orange" variant="light" icon={<ErrorIcon size={18} stroke={1.6} />}>
          {t('measurementImport.differingHint', { rows: differingRows })}
        </Alert>
      )}
      {knownRows > 0 && (
        <Alert color="gray" variant="light" icon={<InfoIcon size={18} stroke={1.6} />}>
          {t('measurementImport.knownHint', { rows: knownRows })}
        </Alert>
      )}
    </Stack>
  );
}
