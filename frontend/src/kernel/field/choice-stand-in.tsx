// What stands where something is chosen, until the control itself has come: it looks and is spoken like it.
import { ComboboxChevron, InputBase, type InputBaseProps } from '@mantine/core';

interface ChoiceStandInProps extends Pick<InputBaseProps, 'error'> {
  label: string;
  /** What is chosen, in words. */
  value: string;
  placeholder: string;
  /** Whether one may type to find a choice. */
  searchable?: boolean;
}

export function ChoiceStandIn({ value, searchable = false, ...props }: ChoiceStandInProps) {
  return (
    <InputBase
      {...props}
      {...(searchable ? { defaultValue: value } : { value, readOnly: true, pointer: true })}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      rightSection={<ComboboxChevron size="sm" />}
      rightSectionPointerEvents="none"
    />
  );
}
