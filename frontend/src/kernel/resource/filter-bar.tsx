// The filters of a list. If there are many, the rarely used ones start collapsed; on phones, all
// but the first.
import { Button, Collapse, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useId, useState, type ReactNode } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import type { Parameters } from '~/kernel/url/list-state';
import { FilterIcon } from '~/ui/icons';
import type { AnyField } from './definition';
import classes from './filter-bar.module.css';

/** This many fit into two rows on most screens. Fewer are never collapsed. */
const FEW = 11;

interface FilterBarProps<Row> {
  fields: readonly AnyField<Row>[];
  values: Record<string, string[]>;
  onChange: (changes: Parameters, how?: { replace: boolean }) => void;
  onClear: () => void;
  /** The error messages of the filters, by parameter. */
  errors: Record<string, string>;
  /** The saved views, shown on phones too. */
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
  const id = useId();
  // The user's choice. Until there is one, the section is open if one of its filters is set; on
  // phones, if one is invalid.
  const [choice, setChoice] = useState<boolean>();
  const narrow = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false });
  const isSet = ({ filter }: AnyField<Row>) => filter?.some((name) => name in values) ?? false;
  const all = fields.filter(({ filter, kind }) => filter && kind.Filter);
  const usual = all.length > FEW ? all.filter(({ seldom }) => !seldom) : all;
  const standing = narrow ? usual.slice(0, 1) : usual;
  const folded = [...usual, ...all.filter((field) => !usual.includes(field))].slice(
    standing.length,
  );
  const setCount = folded.filter(isSet).length;
  const isWrong = folded.some(({ filter }) => filter?.some((name) => errors[name]));
  const open = choice ?? (isWrong || (setCount > 0 && !narrow));
  const filtered = fields.some(isSet);
  const input = ({ filter = [], kind: { Filter }, label }: AnyField<Row>) =>
    Filter && (
      <Filter
        key={filter.join()}
        label={t(label)}
        parameters={filter}
        values={values}
        error={filter.map((parameter) => errors[parameter]).find(Boolean)}
        onChange={(changes, how) => {
          // Clearing the last filter must not collapse the section during the input.
          if (open) setChoice(true);
          onChange(changes, how);
        }}
      />
    );
  const more = folded.length > 0 && (
    <Button
      variant="default"
      leftSection={<FilterIcon size={16} stroke={1.6} aria-hidden />}
      aria-expanded={open}
      aria-controls={id}
      onClick={() => {
        setChoice(!open);
      }}
    >
      {setCount === 0 ? t('filter.more') : t('filter.moreSet', { count: setCount })}
    </Button>
  );
  const clear = filtered && (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={classes.clear}
      onClick={(event) => {
        // The button is unmounted with the filters, so the focus moves to an input.
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
        {standing.map(input)}
        <Group gap="xs" className={classes.tools} data-wide={folded.length > 0 || undefined}>
          {clear}
          <div className={classes.buttons}>
            {more}
            {views}
            {children}
          </div>
        </Group>
        {folded.length > 0 && (
          <div id={id} className={classes.folded}>
            {open && folded.map(input)}
          </div>
        )}
      </search>
    );
  }
  return (
    <search className={classes.narrow}>
      {standing.map(input)}
      <Group gap="xs">
        {more}
        {views}
        {clear}
      </Group>
      <Collapse expanded={open} id={id}>
        <div className={classes.stack}>{folded.map(input)}</div>
      </Collapse>
    </search>
  );
}
