// The sort menu of a list without column heads: on phones, rows are cards.
import { NativeSelect } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import type { DataColumn } from './data-table';
import classes from './sort-menu.module.css';

const LABELS = { ascending: 'sort.ascending', descending: 'sort.descending' } as const;

export function SortMenu<Row>({ columns }: { columns: readonly DataColumn<Row>[] }) {
  const t = useText();
  const orders = columns.flatMap(({ header, sort }) =>
    (['ascending', 'descending'] as const).flatMap((direction) => {
      const value = sort?.words[direction];
      return value === undefined
        ? []
        : [
            {
              value,
              label: t(LABELS[direction], { column: header }),
              chosen: sort?.direction === direction,
            },
          ];
    }),
  );
  const choose = columns.find(({ sort }) => sort)?.sort?.choose;
  if (!choose) return null;
  const chosen = orders.find((order) => order.chosen)?.value;
  return (
    <NativeSelect
      className={classes.menu}
      aria-label={t('sort.label')}
      value={chosen ?? ''}
      data={[
        ...(chosen === undefined ? [{ value: '', label: t('sort.label'), disabled: true }] : []),
        ...orders.map(({ value, label }) => ({ value, label })),
      ]}
      onChange={(event) => {
        choose(event.currentTarget.value);
      }}
    />
  );
}
