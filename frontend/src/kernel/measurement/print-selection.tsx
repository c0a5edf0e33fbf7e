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

/**
 * Returns how selected measurements of a kind are printed and sent: in the bar of bulk actions or,
 * for users without those, in a bar of its own.
 */
export function selectionOf(kind: KindOfMeasurements) {
  return {
    selection: function Selection(props: SelectionProps) {
      return (
        <PrintSelection
          {...props}
          addressOf={(ids) => printAddress(kind, ids)}
          more={(tooMany) => <SendButton what={{ kind, ids: props.selected }} disabled={tooMany} />}
        />
      );
    },
    selected: function Selected({ selected }: { selected: readonly number[] }) {
      const tooMany = selected.length > MAX_PRINTED;
      return (
        <>
          <PrintButton address={printAddress(kind, selected)} disabled={tooMany} />
          <SendButton what={{ kind, ids: selected }} disabled={tooMany} />
        </>
      );
    },
  };
}

function PrintButton({ address, disabled }: { address: string; disabled: boolean }) {
  const t = useText();
  const look = {
    variant: 'default',
    size: 'compact-sm',
    leftSection: <PrintIcon size={15} stroke={1.6} aria-hidden />,
  } as const;
  return disabled ? (
    <Button {...look} disabled title={t('print.tooMany')}>
      {t('print.action')}
    </Button>
  ) : (
    <Button {...look} component={Link} to={address}>
      {t('print.action')}
    </Button>
  );
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
  const tooMany = selected.length > MAX_PRINTED;
  return (
    <SelectionBar
      {...props}
      said={tooMany ? t('print.tooMany', { count: selected.length }) : undefined}
    >
      <PrintButton address={props.addressOf(selected)} disabled={tooMany} />
      {props.more?.(tooMany)}
    </SelectionBar>
  );
}
