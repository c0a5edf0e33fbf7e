// One of few records, chosen from a list that is asked for at once.
import { useQuery } from '@tanstack/react-query';
import { ChoiceStandIn } from '~/kernel/field/choice-stand-in';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { textKind } from '~/kernel/field/text-kind';
import { useText } from '~/kernel/i18n/i18n';
import { controlsNow, Late, type Begun, type Controls } from '~/ui/controls/late';

interface Option {
  id: number;
  name: string;
}

interface OptionsOf {
  queryKey: readonly unknown[];
  ask: (signal: AbortSignal) => Promise<Option[]>;
}

interface OptionSelectProps {
  options: OptionsOf;
  label: string;
  placeholder: string;
  value: number | null;
  onChange: (id: number | null) => void;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  clearable?: boolean;
  marks?: InputProps['marks'];
}

function OptionSelect({
  controls: { Select },
  begun,
  options: { queryKey, ask },
  ...props
}: OptionSelectProps & { controls: Controls; begun?: Begun }) {
  const t = useText();
  const options = useQuery({ queryKey, queryFn: ({ signal }) => ask(signal) });
  return (
    <Select
      {...(begun && { ref: begun.ref, defaultDropdownOpened: begun.open })}
      label={props.label}
      placeholder={props.placeholder}
      data={(options.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={props.value === null ? null : String(props.value)}
      onChange={(id) => {
        props.onChange(id === null ? null : Number(id));
      }}
      error={props.error}
      withAsterisk={props.required ?? false}
      disabled={props.disabled ?? false}
      {...props.marks}
      searchable
      openOnFocus={false}
      clearable={props.clearable ?? false}
      clearButtonProps={{ 'aria-label': t('field.clear') }}
      checkIconPosition="right"
      nothingFoundMessage={t('state.noMatch')}
    />
  );
}

function idOf(value: unknown): number | null {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

export function optionKind(options: OptionsOf): Kind {
  return {
    ...textKind,
    empty: null,
    Input: function OptionInput(props) {
      const t = useText();
      return (
        <OptionSelect
          options={options}
          controls={controlsNow()}
          label={props.label}
          placeholder={t('field.choose')}
          value={idOf(props.value)}
          onChange={props.onChange}
          error={props.error}
          required={props.required}
          disabled={props.disabled}
          marks={props.marks}
        />
      );
    },
    Filter: function OptionFilter({ label, parameters, values, error, onChange }) {
      const t = useText();
      const [parameter = ''] = parameters;
      const value = idOf(values[parameter]?.[0]);
      const choice = { label, placeholder: t('field.all'), error };
      return (
        <Late atOnce={value !== null} standIn={<ChoiceStandIn {...choice} value="" searchable />}>
          {(controls, begun) => (
            <OptionSelect
              {...choice}
              options={options}
              controls={controls}
              begun={begun}
              value={value}
              clearable
              onChange={(id) => {
                onChange({ [parameter]: id === null ? undefined : String(id) });
              }}
            />
          )}
        </Late>
      );
    },
    toQuery: (values) => Number(values[0]),
  };
}
