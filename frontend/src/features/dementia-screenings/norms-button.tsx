// Opens the norms that grade CIST.
import { Button } from '@mantine/core';
import { useLocation } from 'react-router';
import { useText } from '~/kernel/i18n/i18n';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { Link } from '~/ui/link';
import { DEMENTIA } from './screens';

export function NormsButton() {
  const t = useText();
  const { search } = useLocation();
  return (
    <Button
      component={Link}
      to={{ pathname: `${DEMENTIA.path}/norms`, search }}
      state={DIALOG_STATE}
      variant="default"
    >
      {t('dementia.norms')}
    </Button>
  );
}
