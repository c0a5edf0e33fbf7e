// The selection bar above a history: the number of selected measurements and the actions on them.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import type { SelectionProps } from '~/kernel/resource/definition';
import { SelectionBar } from '~/kernel/resource/selection-bar';
import { PrintIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { SendButton } from './send-button';
import { MAX_PRINTED, printAddress, type KindOfMeasurements } from './printed-kind';

/** Returns the selection bar of a kind's history. */
export function selectionOf(kind: KindOfMeasurements) {
  return function Selection(props: SelectionProps) {
    return (
      <PrintSelection
        {...props}
        addressOf={(ids) => printAddress(kind, ids)}
        more={(tooMany) => <SendButton kind={kind} ids={props.selected} disabled={tooMany} />}
      />
    );
  };
}

interface PrintSelectionProps extends SelectionProps {
  /** Returns the address of the print. */
  addressOf: (ids: readonly number[]) => string;
  /** Additional actions, unless too many are selected. */
  more?: (tooMany: boolean) => ReactNode;
}

export function PrintSelection(props: PrintSelectionProps) {
  const { selected } = props;
  const t = useText();
  const icon = <PrintIcon size={15} stroke={1.6} aria-hidden />;
  const tooMany = selected.length > MAX_PRINTED;
  return (
    <SelectionBar
      {...props}
      said={tooMany ? t('print.tooMany', { count: selected.length }) : undefined}
    >
      {tooMany ? (
        <Button variant="default" size="compact-sm" leftSection={icon} disabled>
          {t('print.action')}
        </Button>
      ) : (
        <Button
          component={Link}
          to={props.addressOf(selected)}
          variant="default"
          size="compact-sm"
          leftSection={icon}
        >
          {t('print.action')}
        </Button>
      )}
      {props.more?.(tooMany)}
    </SelectionBar>
  );
}
