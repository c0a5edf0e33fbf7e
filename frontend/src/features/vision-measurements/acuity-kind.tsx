// An acuity: a decimal, or one of four words if no chart can be read. Snellen fractions and logMAR
// values can be entered in their usual notation and are stored as decimals.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { decimalAcuity } from '~/domain/acuity';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { formatDecimalAcuity } from '~/kernel/measurement/acuity';

/** For vision below the range of eye charts. */
const WORDS = ['CF', 'HM', 'LP', 'NLP'];
/** The length of the longest notation: `-0.301 logMAR`. */
const MAX_CHARACTERS = 16;

export function formatAcuity(value: unknown): string {
  if (typeof value === 'number') return formatDecimalAcuity(value);
  return typeof value === 'string'
    ? (textIfKnown(`vision.qualitative.${value}`) ?? value)
    : NOTHING;
}

/**
 * Converts typed text to the form's value. Text that is not an acuity is kept, and the rules reject
 * it.
 */
export function typedAcuity(typed: string): number | string | null {
  // Korean and Japanese keyboards also write digits of full width.
  const text = typed.normalize('NFKC').trim();
  if (text === '') return null;
  const pointed = text.replaceAll(',', '.');
  if (/^(?:\d+\.?|\d*\.\d+)$/.test(pointed)) return Number(pointed);
  return decimalAcuity(pointed) ?? text.toUpperCase();
}

function AcuityInput(props: InputProps) {
  const t = useText();
  const [typed, setTyped] = useState<{ text: string; value: unknown }>();
  const [isLeft, setLeft] = useState(false);
  const { value } = props;
  const isUnknown = typeof value === 'string' && value !== '' && !WORDS.includes(value);
  // During input the field may hold an incomplete notation.
  const isWrong = isUnknown && (isLeft || props.error !== undefined);
  const written = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return (
    <TextInput
      label={props.label}
      placeholder={t('vision.acuityExample')}
      value={typed && typed.value === value ? typed.text : written}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const next = typedAcuity(text);
        setTyped({ text, value: next });
        setLeft(false);
        props.onChange(next);
      }}
      onBlur={() => {
        setTyped(undefined);
        setLeft(true);
      }}
      error={isWrong ? t('vision.acuityUnknown') : props.error}
      withAsterisk={props.required}
      maxLength={MAX_CHARACTERS}
      autoComplete="off"
      {...props.marks}
      disabled={props.disabled}
    />
  );
}

export const acuityKind: Kind = {
  show: formatAcuity,
  showText: (text) => formatAcuity(Number.isNaN(Number(text)) ? text : Number(text)),
  empty: null,
  align: 'end',
  Input: AcuityInput,
};
