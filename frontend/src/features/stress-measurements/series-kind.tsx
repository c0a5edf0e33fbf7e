// A series of whole numbers, typed or pasted as text with any separators.
import { useState } from 'react';
import { formatNumber } from '~/kernel/i18n/format';
import { text } from '~/kernel/i18n/i18n';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { controlsNow } from '~/ui/controls/late';

/** Text that is not a number is kept, and the rules reject it at its position. */
export function seriesOf(typed: string): (number | string)[] {
  return typed
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+(\.\d+)?$/.test(part) ? Number(part) : part));
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(' ') : '';
}

function SeriesInput(props: InputProps) {
  const { Textarea } = controlsNow();
  const [typed, setTyped] = useState<{ text: string; series: string }>();
  const series = asText(props.value);
  return (
    <Textarea
      label={props.label}
      // The separators stay as typed during input.
      value={typed?.series === series ? typed.text : series}
      onChange={(event) => {
        const next = seriesOf(event.currentTarget.value);
        setTyped({ text: event.currentTarget.value, series: asText(next) });
        props.onChange(next);
      }}
      error={props.error}
      withAsterisk={props.required}
      {...props.marks}
      disabled={props.disabled}
      inputMode="numeric"
      dir="ltr"
      minRows={1}
      maxRows={6}
      autosize
    />
  );
}

export const seriesKind: Kind = {
  show: (value) =>
    Array.isArray(value) && value.length > 0
      ? text('stress.count', { count: value.length })
      : NOTHING,
  empty: [],
  Input: SeriesInput,
};

/** A few answers, each of which is meaningful. */
export const answersKind: Kind = {
  ...seriesKind,
  show: (value) =>
    Array.isArray(value) && value.length > 0
      ? value.map((answer) => formatNumber(Number(answer))).join(' · ')
      : NOTHING,
};

/** A long series takes the full width of a form. */
export const longSeriesKind: Kind = { ...seriesKind, wide: true };
