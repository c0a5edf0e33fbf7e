// A yes or no that can be switched and searched for.
import { Input } from '@mantine/core';
import { text } from '~/kernel/i18n/i18n';
import { controlsNow } from '~/ui/controls/late';
import { choiceKind, flagKind } from './choice-kind';
import type { InputProps, Kind } from './kind';

const TRUE = 'true';
const FALSE = 'false';

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
const choice = choiceKind({
  words: [TRUE, FALSE],
  label: (word) => text(word === TRUE ? 'field.yes' : 'field.no'),
});

export const switchKind: Kind = {
  ...flagKind,
  // What stands in a record besides it may be told with it.
  showEntered: flagKind.show,
  showText: (word) => text(word === TRUE ? 'field.yes' : 'field.no'),
  Input: SwitchInput,
  ...(choice.Filter && { Filter: choice.Filter }),
  toQuery: ([word]) => (word === TRUE ? true : word === FALSE ? false : word),
};
