// A link from a page of the member's own measurements to the print of the latest one.
import { Button } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import type { KindOfMeasurements } from '~/kernel/measurement/printed-kind';
import { OWN_PRINT_PATH } from '~/kernel/screen/known-paths';
import { PrintIcon } from '~/ui/icons';
import { Link } from '~/ui/link';

/** The print explains each grade. */
export function ownPrintPath(kind: KindOfMeasurements, id: number): string {
  return `${OWN_PRINT_PATH}?kind=${kind}&ids=${String(id)}`;
}

export function OwnPrintLink({ kind, id }: { kind: KindOfMeasurements; id: number }) {
  const t = useText();
  return (
    <Button
      component={Link}
      to={ownPrintPath(kind, id)}
      variant="default"
      leftSection={<PrintIcon size={16} stroke={1.6} aria-hidden />}
    >
      {t('ownReport.lead')}
    </Button>
  );
}
