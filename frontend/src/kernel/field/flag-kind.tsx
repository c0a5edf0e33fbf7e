// Booleans: one that can be switched and filtered, and one that shows its state as a word.
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
    // Same height and label as the neighbouring inputs.
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

/** A filter for either value or both. */
const either = eitherKind('field.yes', 'field.no');

export const switchKind: Kind = {
  ...flagKind,
  // A record may show more than the boolean, so this renders only the boolean.
  showEntered: flagKind.show,
  showText: (word) => flagKind.show(word === 'true'),
  Input: SwitchInput,
  ...(either.Filter && { Filter: either.Filter }),
  toQuery: either.toQuery,
};

interface States {
  on: MessageKey;
  /** If absent, the off state shows nothing. */
  off?: MessageKey;
  tone?: Tone;
}

/**
 * A boolean that is shown as the word of its state: below the label "use", "in use" says more than
 * "yes".
 */
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
