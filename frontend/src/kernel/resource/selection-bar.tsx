// The bar above selectable rows: select the page, the number of selected rows, clear the selection,
// and the bulk actions.
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import type { SelectionProps } from './definition';
import classes from './resource-table.module.css';

interface SelectionBarProps extends SelectionProps {
  /** Replaces the number of selected rows. */
  said?: string | undefined;
  /** The bulk actions. */
  children: ReactNode;
}

export function SelectionBar({ selected, onPage, onSelect, said, children }: SelectionBarProps) {
  const t = useText();
  const onThisPage = onPage.filter((id) => selected.includes(id)).length;
  const whole = onPage.length > 0 && onThisPage === onPage.length;
  return (
    <Group gap="xs">
      {/* A plain checkbox, as in the rows: every list would have to load the library's one. */}
      <label className={classes.wholePage}>
        <input
          ref={(box) => {
            if (box) box.indeterminate = onThisPage > 0 && !whole;
          }}
          type="checkbox"
          checked={whole}
          disabled={onPage.length === 0}
          onChange={() => {
            const others = selected.filter((id) => !onPage.includes(id));
            onSelect(whole ? others : [...others, ...onPage]);
          }}
        />
        {t('selection.page')}
      </label>
      {selected.length > 0 && (
        <>
          <Text size="sm" role="status">
            {said ?? t('selection.count', { count: selected.length })}
          </Text>
          {children}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              onSelect([]);
            }}
          >
            {t('selection.clear')}
          </Button>
        </>
      )}
    </Group>
  );
}
