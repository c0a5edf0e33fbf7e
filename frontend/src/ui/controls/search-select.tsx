// A select whose options are searched by typing. Text that was typed into its placeholder is kept.
import { Select, type SelectProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useState } from 'react';
import type { PendingInteraction } from './late';

interface SearchSelectProps extends SelectProps {
  begun?: PendingInteraction | undefined;
}

export function SearchSelect({ begun, onSearchChange, ...props }: SearchSelectProps) {
  const [search, setSearch] = useState(begun?.text ?? '');
  const isDrawn = useMounted();
  return (
    <Select
      {...(begun && { ref: begun.ref, defaultDropdownOpened: begun.open })}
      {...props}
      searchable
      // A dialog that starts with this field shows itself before the options.
      openOnFocus={false}
      searchValue={search}
      onSearchChange={(text) => {
        // The select clears its search on the first render.
        if (!isDrawn && text === '') return;
        setSearch(text);
        onSearchChange?.(text);
      }}
    />
  );
}
