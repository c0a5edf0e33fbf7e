// Text: single-line, multi-line, phone numbers and addresses.
import { TextInput, type TextInputProps } from '@mantine/core';
import { UserText } from '~/kernel/i18n/user-text';
import { useTyped } from '~/kernel/url/use-typed';
import { controlsNow } from '~/ui/controls/late';
import type { FilterProps, InputProps, Kind } from './kind';
import { NOTHING } from './nothing';

const PHONE_TAIL = 4;
const WHOLE_NUMBER = 7;

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function TextField({
  inputMode,
  type,
  autoComplete,
  ...props
}: InputProps & Pick<TextInputProps, 'inputMode' | 'type' | 'autoComplete'>) {
  return (
    <TextInput
      label={props.label}
      value={asText(props.value)}
      onChange={(event) => {
        props.onChange(event.currentTarget.value);
      }}
      error={props.error}
      withAsterisk={props.required}
      aria-required={props.required}
      {...props.marks}
      disabled={props.disabled}
      inputMode={inputMode}
      type={type}
      autoComplete={autoComplete ?? 'off'}
    />
  );
}

function LongTextField(props: InputProps) {
  const { Textarea } = controlsNow();
  return (
    <Textarea
      label={props.label}
      value={asText(props.value)}
      onChange={(event) => {
        props.onChange(event.currentTarget.value);
      }}
      error={props.error}
      withAsterisk={props.required}
      {...props.marks}
      disabled={props.disabled}
      minRows={3}
      autosize
    />
  );
}

interface TextFilterProps extends FilterProps {
  /** A text that cannot be searched for yet. It waits until the user has left the field. */
  isBegun?: (text: string) => boolean;
}

/** A debounced filter that searches during typing. */
export function TextFilter({
  label,
  parameters,
  values,
  error,
  onChange,
  isBegun,
}: TextFilterProps) {
  const [parameter = ''] = parameters;
  const { text, type, done } = useTyped(values[parameter]?.[0] ?? '', (typed) => {
    onChange({ [parameter]: typed }, { replace: true });
  });
  return (
    <TextInput
      label={label}
      type="search"
      error={error}
      value={text}
      maxLength={100}
      onChange={(event) => {
        const { value } = event.currentTarget;
        type(value, isBegun?.(value));
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) done();
      }}
      onBlur={() => {
        done();
      }}
    />
  );
}

function showText(value: unknown) {
  const text = asText(value);
  return text === '' ? NOTHING : text;
}

export const textKind: Kind = {
  show: showText,
  empty: '',
  Input: (props) => <TextField {...props} />,
  Filter: TextFilter,
};

export const longTextKind: Kind = {
  show: (value) => <UserText text={showText(value)} />,
  empty: '',
  wide: true,
  Input: LongTextField,
};

/** The last four digits or a whole number can be searched for, by the rule of the filter. */
function isBegunNumber(text: string): boolean {
  const digits = text.normalize('NFKC').replace(/\D/g, '').length;
  return text.trim() !== '' && digits !== PHONE_TAIL && digits < WHOLE_NUMBER;
}

export const phoneKind: Kind = {
  ...textKind,
  Filter: (props) => <TextFilter {...props} isBegun={isBegunNumber} />,
  Input: (props) => <TextField {...props} type="tel" inputMode="tel" />,
};

export const emailKind: Kind = {
  ...textKind,
  Input: (props) => <TextField {...props} type="email" inputMode="email" />,
};

export const addressKind: Kind = { ...textKind, wide: true };
