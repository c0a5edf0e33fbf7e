// Numbers with an optional unit and a fixed number of decimals.
import { Group, Input } from '@mantine/core';
import { useState } from 'react';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { formatMeasure, unitName, unitAround, type Unit } from '~/kernel/i18n/units';
import { useTyped } from '~/kernel/url/use-typed';
import { controlsNow } from '~/ui/controls/late';
import { WholeNumberInput } from '~/ui/whole-number-input';
import type { FilterProps, InputProps, Kind } from './kind';
import { NOTHING } from './nothing';

interface NumberKindOptions {
  unit?: Unit;
  decimals?: number;
  /** An explanation of the number, shown below the input. */
  hint?: MessageKey;
}

export function numberKind({ unit, decimals = 0, hint }: NumberKindOptions = {}): Kind {
  return {
    show: (value) => (typeof value === 'number' ? formatMeasure(value, decimals, unit) : NOTHING),
    empty: null,
    align: 'end',
    Input: function NumberField(props: InputProps) {
      const t = useText();
      const { NumberInput } = controlsNow();
      // As a number, the beginning of -0.5 would lose its sign.
      const [typed, setTyped] = useState<number | string>('');
      const value = typeof props.value === 'number' ? props.value : '';
      return (
        <NumberInput
          label={props.label}
          value={numberOf(typed) === props.value ? typed : value}
          onChange={(entered) => {
            setTyped(entered);
            props.onChange(numberOf(entered));
          }}
          description={hint && t(hint)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={props.error}
          withAsterisk={props.required}
          {...props.marks}
          disabled={props.disabled}
          // Dropping a typed decimal point would change the number. Instead it is kept and the rule
          // reports that the number must be whole.
          decimalScale={decimals === 0 ? 2 : decimals}
          {...(unit !== undefined && { ...unitAround(unit), placeholder: unitName(unit) })}
          hideControls
        />
      );
    },
    Filter: RangeFilter,
    toQuery: (values) => Number(values[0]),
  };
}

function numberOf(entered: number | string): number | null {
  return entered === '' || Number.isNaN(Number(entered)) ? null : Number(entered);
}

function RangeFilter({ label, parameters, values, error, onChange }: FilterProps) {
  const t = useText();
  const ends = [t('field.from'), t('field.to')];
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <Group gap={6} wrap="nowrap">
        {parameters.map((parameter, end) => (
          <RangeEnd
            key={parameter}
            label={`${label} ${ends[end] ?? ''}`}
            placeholder={ends[end] ?? ''}
            value={values[parameter]?.[0] ?? ''}
            onChange={(value) => {
              onChange({ [parameter]: value }, { replace: true });
            }}
          />
        ))}
      </Group>
    </Input.Wrapper>
  );
}

interface RangeEndProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

function RangeEnd({ label, placeholder, value, onChange }: RangeEndProps) {
  const { text, type, done } = useTyped(value, onChange);
  return (
    <WholeNumberInput
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={type}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done();
      }}
      onBlur={() => {
        done();
      }}
      miw={0}
      flex={1}
    />
  );
}
