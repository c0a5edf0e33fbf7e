// An acuity: a decimal, or one of four words for what no chart shows.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { formatNumber } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';

/** With one decimal at least, as charts have it: 1.0, 0.05. */
export function formatAcuity(value: unknown): string {
  if (typeof value === 'number') {
    return formatNumber(value, Number.isInteger(Math.round(value * 100) / 10) ? 1 : 2);
  }
  return typeof value === 'string'
    ? (textIfKnown(`vision.qualitative.${value}`) ?? value)
    : NOTHING;
}

/** What was typed, as the form sends it; what is no acuity stays as it is, and the rules refuse it. */
export function typedAcuity(typed: string): number | string | null {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d+(?:[.,]\d*)?$/.test(text) ? Number(text.replace(',', '.')) : text.toUpperCase();
}

function AcuityInput(props: InputProps) {
  const t = useText();
  const [typed, setTyped] = useState<{ text: string; value: unknown }>();
  const { value } = props;
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
        props.onChange(next);
      }}
      error={props.error}
      withAsterisk={props.required}
      maxLength={5}
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
