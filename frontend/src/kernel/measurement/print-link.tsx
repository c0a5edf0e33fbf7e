// A link from a measurement to its print.
import { Button } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { PrintIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { printAddress, type KindOfMeasurements } from './printed-kind';

export function PrintLink({ kind, id }: { kind: KindOfMeasurements; id: number }) {
  const t = useText();
  return (
    <Button
      component={Link}
      to={printAddress(kind, [id])}
      variant="default"
      size="xs"
      flex="none"
      leftSection={<PrintIcon size={15} stroke={1.6} aria-hidden />}
    >
      {t('print.action')}
    </Button>
  );
}
