// Several of a closed set of words. Choosing one by Enter keeps the place in the list, so that the next one is
// a step away; the library would go back to the first chosen one.
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';

type SeveralSelectProps = Omit<MultiSelectProps, 'value' | 'onChange'> & {
  value: string[];
  onChange: (value: string[]) => void;
};

export function SeveralSelect({ value, onChange, placeholder, ...props }: SeveralSelectProps) {
  const t = useText();
  return (
    <MultiSelect
      value={value}
      onChange={onChange}
      comboboxProps={{
        onOptionSubmit: (word) => {
          onChange(value.includes(word) ? value.filter((one) => one !== word) : [...value, word]);
        },
      }}
      placeholder={value.length === 0 ? placeholder : ''}
      clearButtonProps={{ 'aria-label': t('field.clear') }}
      checkIconPosition="right"
      {...props}
    />
  );
}
