// Over a history: how many of its measurements are selected, and what may be done with them together.
import { Button, Checkbox, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '~/kernel/i18n/i18n';
import type { SelectionProps } from '~/kernel/resource/definition';
import { PrintIcon } from '~/ui/icons';
import { SendButton } from './send-button';
import { MOST_PRINTED, printAddress, type KindOfMeasurements } from './printed-kind';

/** What is offered over the history of a kind. */
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
  /** The address of their print. */
  addressOf: (ids: readonly number[]) => string;
  /** What else may be done with them, if they are not too many. */
  more?: (tooMany: boolean) => ReactNode;
}

export function PrintSelection(props: PrintSelectionProps) {
  const { selected, onPage, onSelect } = props;
  const t = useText();
  const onThisPage = onPage.filter((id) => selected.includes(id)).length;
  const whole = onPage.length > 0 && onThisPage === onPage.length;
  const icon = <PrintIcon size={15} stroke={1.6} aria-hidden />;
  const tooMany = selected.length > MOST_PRINTED;
  return (
    <Group gap="xs">
      <Checkbox
        size="xs"
        label={t('print.selectPage')}
        checked={whole}
        indeterminate={onThisPage > 0 && !whole}
        disabled={onPage.length === 0}
        onChange={() => {
          const others = selected.filter((id) => !onPage.includes(id));
          onSelect(whole ? others : [...others, ...onPage]);
        }}
      />
      {selected.length > 0 && (
        <>
          <Text size="sm" role="status">
            {t(tooMany ? 'print.tooMany' : 'print.selected', { count: selected.length })}
          </Text>
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
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              onSelect([]);
            }}
          >
            {t('print.clear')}
          </Button>
        </>
      )}
    </Group>
  );
}
