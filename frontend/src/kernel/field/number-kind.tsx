// Numbers with an optional unit and a fixed number of decimals.
import { Group, Input } from '@mantine/core';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { formatMeasure, type Unit } from '~/kernel/i18n/units';
import { useTyped } from '~/kernel/url/use-typed';
import { WholeNumberInput } from '~/ui/whole-number-input';
import type { FilterProps, InputProps, Kind } from './kind';
import { NOTHING } from './nothing';
import { numberOrText } from './number';
import { NumberInput } from './number-input';

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
      return (
        <NumberInput
          label={props.label}
          value={props.value}
          onChange={props.onChange}
          unit={unit}
          description={hint && t(hint)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={props.error}
          withAsterisk={props.required}
          aria-required={props.required}
          {...props.marks}
          disabled={props.disabled}
        />
      );
    },
    Filter: RangeFilter,
    // What is no number is asked for as it stands, and refused by the rules.
    toQuery: ([text = '']) => numberOrText(text) ?? undefined,
  };
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
