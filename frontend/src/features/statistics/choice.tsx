// What of a statistic is looked at; the address keeps it, so that a link shows the same.
import { NativeSelect } from '@mantine/core';
import { useListState } from '~/kernel/url/list-state';

interface Option {
  value: string;
  label: string;
}

interface ChoiceProps {
  label: string;
  /** Its parameter in the address, which the first of the options does not need. */
  name: string;
  options: readonly Option[];
}

/** The chosen one; the first where the address says none of them. */
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
      // A browser measures the choices before their font is there.
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
