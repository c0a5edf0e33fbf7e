// The notice next to all results that a screening is not a diagnosis.
import { Alert } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';

export function NoDiagnosis() {
  const t = useText();
  return (
    <Alert color="blue" variant="light" py="xs">
      {t('dementia.noDiagnosis')}
    </Alert>
  );
}
