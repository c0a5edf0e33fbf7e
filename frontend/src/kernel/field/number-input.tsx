// An input for a number, with its unit beside it. What is typed stays as it is typed: an input that
// reformats or drops characters changes the number. Text that is no number becomes the value, so
// that the rules reject it and the field says so.
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { unitAround, unitName, type Unit } from '~/kernel/i18n/units';
import { textWidth } from '~/ui/text-width';
import { numberOrText } from './number';

const TEXT_SIZE = 13;
const ROOM_AROUND = 20;

interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** A number, or the text that is none. */
  value: unknown;
  onChange: (value: number | string | null) => void;
  unit?: Unit | undefined;
}

export function NumberInput({ value, onChange, unit, onBlur, ...props }: NumberInputProps) {
  const [typed, setTyped] = useState<{ text: string; value: unknown }>();
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...(unit !== undefined && unitBeside(unit))}
      {...props}
      // The value can also change from outside. Then the typed text is obsolete.
      value={typed && typed.value === value ? typed.text : text}
      onChange={(event) => {
        const entered = event.currentTarget.value;
        const next = numberOrText(entered);
        setTyped({ text: entered, value: next });
        onChange(next);
      }}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}

function unitBeside(unit: Unit): Partial<TextInputProps> {
  const name = unitName(unit);
  const side = unitAround(unit).prefix.trim() === '' ? 'right' : 'left';
  return {
    'aria-description': name,
    [`${side}Section`]: (
      <span aria-hidden style={{ fontSize: TEXT_SIZE, whiteSpace: 'nowrap' }}>
        {name}
      </span>
    ),
    [`${side}SectionWidth`]: textWidth(name, 400, TEXT_SIZE) + ROOM_AROUND,
    [`${side}SectionPointerEvents`]: 'none',
  };
}
