// The filters of a list. On phones they stay folded until they are wanted.
import { Button, Collapse, Group } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import type { Parameters } from '~/kernel/url/list-state';
import { FilterIcon } from '~/ui/icons';
import type { AnyField } from './definition';
import classes from './filter-bar.module.css';

interface FilterBarProps<Row> {
  fields: readonly AnyField<Row>[];
  values: Record<string, string[]>;
  onChange: (changes: Parameters, how?: { replace: boolean }) => void;
  onClear: () => void;
  /** What is wrong with a filter, by parameter. */
  errors: Record<string, string>;
  /** The saved views, on phones too. */
  views?: ReactNode;
  children: ReactNode;
}

export function FilterBar<Row>({
  fields,
  values,
  onChange,
  onClear,
  errors,
  views,
  children,
}: FilterBarProps<Row>) {
  const t = useText();
  const [open, { toggle }] = useDisclosure(false);
  const narrow = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false });
  const filtered = fields.some((field) => field.filter?.some((parameter) => parameter in values));
  const inputs = fields.flatMap((field) => {
    const { Filter } = field.kind;
    if (!field.filter || !Filter) return [];
    return (
      <Filter
        key={field.filter.join()}
        label={t(field.label)}
        parameters={field.filter}
        values={values}
        error={field.filter.map((parameter) => errors[parameter]).find(Boolean)}
        onChange={onChange}
      />
    );
  });
  const clear = filtered && (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={classes.clear}
      onClick={(event) => {
        // The button goes with the filters; who pressed it stays among them.
        event.currentTarget.closest('search')?.querySelector('input')?.focus();
        onClear();
      }}
    >
      {t('filter.clear')}
    </Button>
  );
  if (!narrow) {
    return (
      <search className={classes.bar}>
        {inputs}
        <Group gap="xs" className={classes.tools}>
          {clear}
          {views}
          {children}
        </Group>
      </search>
    );
  }
  return (
    <search className={classes.narrow}>
      {inputs[0]}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<FilterIcon size={16} stroke={1.6} aria-hidden />}
          onClick={toggle}
          aria-expanded={open}
        >
          {t('filter.more')}
        </Button>
        {views}
        {clear}
      </Group>
      <Collapse expanded={open}>
        <div className={classes.stack}>{inputs.slice(1)}</div>
      </Collapse>
    </search>
  );
}
