// A choice within a statistic. It is stored in the address, so that a link shows the same.
import { NativeSelect } from '@mantine/core';
import { useListState } from '~/kernel/url/list-state';

interface Option {
  value: string;
  label: string;
}

interface ChoiceProps {
  label: string;
  /** Its parameter in the address. The first option is the default and needs none. */
  name: string;
  options: readonly Option[];
}

/** Returns the chosen option, or the first one if the address names none. */
export function useChosen(name: string, words: readonly string[]): string | undefined {
  const { state } = useListState();
  const word = state.filters[name]?.[0];
  return word !== undefined && words.includes(word) ? word : words[0];
}

export function Choice({ label, name, options }: ChoiceProps) {
  const { change } = useListState();
  const chosen = useChosen(
    name,
    options.map(({ value }) => value),
  );
  return (
    <NativeSelect
      size="xs"
      flex="none"
      // Browsers measure the options before their font is loaded.
      styles={{ input: { minWidth: '8rem', textOverflow: 'clip' } }}
      aria-label={label}
      data={[...options]}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => {
        change({ [name]: value === options[0]?.value ? undefined : value }, { replace: true });
      }}
    />
  );
}
