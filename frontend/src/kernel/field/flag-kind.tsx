// A yes or no that can be switched and searched for, and one that says by a word in which of two states something is.
import { Input } from '@mantine/core';
import { text, type MessageKey } from '~/kernel/i18n/i18n';
import { controlsNow } from '~/ui/controls/late';
import { badgeWidth, ToneBadge, type Tone } from '~/ui/tone-badge';
import { eitherKind, flagKind } from './choice-kind';
import type { InputProps, Kind } from './kind';
import { NOTHING } from './nothing';

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

interface States {
  on: MessageKey;
  /** Nothing is said where the other state is of no account. */
  off?: MessageKey;
  tone?: Tone;
}

/** A yes or no that is a state, by the word for it as other states are: "in use" says more below "use" than "yes". */
export function stateKind({ on, off, tone = 'good' }: States): Kind {
  const show = (isOn: boolean) => {
    if (isOn) return <ToneBadge tone={tone}>{text(on)}</ToneBadge>;
    return off ? <ToneBadge tone="neutral">{text(off)}</ToneBadge> : NOTHING;
  };
  const searched = off && eitherKind(on, off);
  return {
    ...switchKind,
    ...(searched && { Filter: searched.Filter }),
    show: (value) => show(value === true),
    showEntered: (value) => show(value === true),
    showText: (word) => show(word === 'true'),
    room: () => Math.max(...[on, off].map((word) => (word ? badgeWidth(text(word)) : 0))),
  };
}
