// A yes or no that can be switched and searched for.
import { Input } from '@mantine/core';
import { controlsNow } from '~/ui/controls/late';
import { eitherKind, flagKind } from './choice-kind';
import type { InputProps, Kind } from './kind';

function SwitchInput(props: InputProps) {
  const { Switch } = controlsNow();
  return (
    // As high as the inputs beside it, under the same kind of label.
    <Input.Wrapper label={props.label} labelElement="div" error={props.error}>
      <Switch
        aria-label={props.label}
        checked={props.value === true}
        onChange={(event) => {
          props.onChange(event.currentTarget.checked);
        }}
        {...props.marks}
        disabled={props.disabled}
        size="md"
        mt={6}
      />
    </Input.Wrapper>
  );
}

/** Either of the two, or both. */
const either = eitherKind('field.yes', 'field.no');

export const switchKind: Kind = {
  ...flagKind,
  // What stands in a record besides it may be told with it.
  showEntered: flagKind.show,
  showText: (word) => flagKind.show(word === 'true'),
  Input: SwitchInput,
  ...(either.Filter && { Filter: either.Filter }),
  toQuery: either.toQuery,
};
