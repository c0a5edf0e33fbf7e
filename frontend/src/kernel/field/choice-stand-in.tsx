// A placeholder with the look and the accessible role of a select, shown until the control is
// loaded.
import { ComboboxChevron, InputBase, type InputBaseProps } from '@mantine/core';

interface ChoiceStandInProps extends Pick<InputBaseProps, 'error'> {
  label: string;
  /** The text of the chosen value. */
  value: string;
  placeholder: string;
  /** Whether typing filters the choices. */
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
