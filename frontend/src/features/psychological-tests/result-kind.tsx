// The result of an instrument, a total or a mean. The form shows its range.
import type { InputProps, Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { numberKind } from '~/kernel/field/number-kind';
import { formatNumber } from '~/kernel/i18n/format';
import { leftToRight, useText } from '~/kernel/i18n/i18n';
import { instrumentOf, RANGES } from './instruments';

const { Input: PlainInput, ...plain } = numberKind({ decimals: 2 });

/** Formats totals without decimals, and means with the decimals they have. */
export function formatResult(value: unknown): string {
  if (typeof value !== 'number') return NOTHING;
  if (Number.isInteger(value)) return formatNumber(value);
  return formatNumber(value, Number.isInteger(Math.round(value * 1000) / 100) ? 1 : 2);
}

function ResultInput(props: InputProps) {
  const t = useText();
  const instrument = instrumentOf(props.values?.instrument);
  const range = instrument && RANGES[instrument];
  if (!PlainInput) return null;
  if (!range) return <PlainInput {...props} />;
  const told = leftToRight(`${String(range.least)}–${String(range.most)}`);
  return (
    <PlainInput
      {...props}
      label={t('psychological.resultOf', { label: props.label, range: told })}
    />
  );
}

export const resultKind: Kind = { ...plain, show: formatResult, Input: ResultInput };
