// A select whose options are searched by typing. Text that was typed into its placeholder is kept,
// and so is text of which nothing was chosen: the field says so, and forms do not send it.
import { Select, type SelectProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { PendingInteraction } from './late';

interface SearchSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  begun?: PendingInteraction | undefined;
  data: { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
  /** Said when the field is left with a text of which nothing was chosen. */
  notChosen: string;
}

export function SearchSelect({
  begun,
  onSearchChange,
  onChange,
  notChosen,
  ...props
}: SearchSelectProps) {
  const [search, setSearch] = useState(begun?.text ?? '');
  const [isLeft, setLeft] = useState(false);
  const isLeaving = useRef(false);
  const isDrawn = useMounted();
  const chosen = props.data.find(({ value }) => value === props.value)?.label ?? '';
  const isTaken = (text: string) => text.trim() === '' || text === chosen;
  /** On leaving, a text that names exactly one option is its choice, and no text is none. */
  const choose = (text: string) => {
    const named = props.data.filter(({ label }) => label === text.trim());
    const [only] = named;
    if (only && named.length === 1) onChange(only.value);
    else if (text.trim() === '' && props.clearable && chosen !== '') onChange(null);
    else return isTaken(text);
    return true;
  };
  return (
    <Select
      {...(begun && { ref: begun.ref, defaultDropdownOpened: begun.open })}
      {...props}
      error={props.error ?? (isLeft && !isTaken(search) ? notChosen : undefined)}
      data-not-taken={!isTaken(search) || undefined}
      onChange={onChange}
      onBlurCapture={({ currentTarget }) => {
        isLeaving.current = !choose(currentTarget.value);
      }}
      onBlur={() => {
        setLeft(isLeaving.current);
        isLeaving.current = false;
      }}
      searchable
      // A dialog that starts with this field shows itself before the options.
      openOnFocus={false}
      searchValue={search}
      onSearchChange={(text) => {
        // The select clears its search on the first render, and whenever it is left.
        if ((!isDrawn && text === '') || isLeaving.current) return;
        setLeft(false);
        setSearch(text);
        onSearchChange?.(text);
      }}
    />
  );
}
