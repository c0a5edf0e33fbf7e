// Numbers, with their unit and as many decimals as they are known to.
import { Group, Input, NumberInput } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { formatMeasure, unitAround, type Unit } from '~/kernel/i18n/units';
import type { FilterProps, InputProps, Kind } from './kind';
import { NOTHING } from './nothing';

interface NumberKindOptions {
  unit?: Unit;
  decimals?: number;
}

export function numberKind({ unit, decimals = 0 }: NumberKindOptions = {}): Kind {
  return {
    show: (value) => (typeof value === 'number' ? formatMeasure(value, decimals, unit) : NOTHING),
    empty: null,
    align: 'end',
    Input: (props: InputProps) => (
      <NumberInput
        label={props.label}
        value={typeof props.value === 'number' ? props.value : ''}
        onChange={(value) => {
          props.onChange(value === '' ? null : Number(value));
        }}
        error={props.error}
        withAsterisk={props.required}
        {...props.marks}
        disabled={props.disabled}
        decimalScale={decimals}
        {...(unit !== undefined && unitAround(unit))}
        hideControls
      />
    ),
    Filter: RangeFilter,
    toQuery: (values) => Number(values[0]),
  };
}

function RangeFilter({ label, parameters, values, error, onChange }: FilterProps) {
  const t = useText();
  const ends = [t('field.from'), t('field.to')];
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <Group gap={6} wrap="nowrap">
        {parameters.map((parameter, end) => (
          <NumberInput
            key={parameter}
            aria-label={`${label} ${ends[end] ?? ''}`}
            placeholder={ends[end]}
            value={values[parameter]?.[0] ?? ''}
            onChange={(value) => {
              onChange({ [parameter]: String(value) }, { replace: true });
            }}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            miw={0}
          />
        ))}
      </Group>
    </Input.Wrapper>
  );
}
