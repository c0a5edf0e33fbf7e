// One of a few records, chosen from a list that is loaded at once.
import { useQuery } from '@tanstack/react-query';
import { useText } from '~/kernel/i18n/i18n';
import { controlsNow, Late, type PendingInteraction, type Controls } from '~/ui/controls/late';
import { ChoiceStandIn } from './choice-stand-in';
import type { InputProps, Kind } from './kind';
import { NOTHING } from './nothing';
import { recordIdOf } from './record-id';
import { searchState } from './search-state';
import { textKind } from './text-kind';

interface Option {
  id: number | string;
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
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  marks?: InputProps['marks'];
}

function OptionSelect({
  controls: { SearchSelect },
  begun,
  options: { queryKey, ask },
  required = false,
  ...props
}: OptionSelectProps & { controls: Controls; begun?: PendingInteraction }) {
  const t = useText();
  const options = useQuery({ queryKey, queryFn: ({ signal }) => ask(signal) });
  return (
    <SearchSelect
      begun={begun}
      label={props.label}
      placeholder={props.placeholder}
      data={(options.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      withAsterisk={required}
      disabled={props.disabled ?? false}
      {...props.marks}
      clearable={!required}
      allowDeselect={!required}
      clearButtonProps={{ 'aria-label': t('field.clear') }}
      notChosen={t('validation.choice')}
      checkIconPosition="right"
      {...searchState(options, t(options.data?.length === 0 ? 'state.empty' : 'state.noMatch'))}
    />
  );
}

/** Converts the chosen id between form, address and request. */
interface Ids {
  read: (value: unknown) => string | null;
  sent: (id: string) => unknown;
}

const NUMBERS: Ids = { read: (value) => recordIdOf(value)?.toString() ?? null, sent: Number };

/** For choices that are identified by a word, such as a code. */
export const WORDS: Ids = {
  read: (value) => (typeof value === 'string' && value !== '' ? value : null),
  sent: (id) => id,
};

/** The name of the chosen option. An option that is no longer available is shown by its id. */
export function OptionName({ options: { queryKey, ask }, id }: { options: OptionsOf; id: string }) {
  const options = useQuery({ queryKey, queryFn: ({ signal }) => ask(signal) });
  return options.data?.find((option) => String(option.id) === id)?.name ?? id;
}

/** A choice whose options may depend on the company chosen in the same form. */
export function optionKind(
  optionsOf: (companyId: number | null) => OptionsOf,
  ids: Ids = NUMBERS,
): Kind {
  return {
    ...textKind,
    showEntered: (value, values) => {
      const id = ids.read(value);
      if (id === null) return NOTHING;
      return <OptionName options={optionsOf(recordIdOf(values.companyId))} id={id} />;
    },
    empty: null,
    Input: function OptionInput(props) {
      const t = useText();
      return (
        <OptionSelect
          options={optionsOf(recordIdOf(props.values?.companyId))}
          controls={controlsNow()}
          label={props.label}
          placeholder={t('field.choose')}
          value={ids.read(props.value)}
          onChange={(id) => {
            props.onChange(id === null ? null : ids.sent(id));
          }}
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
      const value = ids.read(values[parameter]?.[0]);
      const choice = { label, placeholder: t('field.all'), error };
      return (
        <Late atOnce={value !== null} standIn={<ChoiceStandIn {...choice} value="" searchable />}>
          {(controls, begun) => (
            <OptionSelect
              {...choice}
              options={optionsOf(recordIdOf(values.companyId?.[0]))}
              controls={controls}
              begun={begun}
              value={value}
              onChange={(id) => {
                onChange({ [parameter]: id ?? undefined });
              }}
            />
          )}
        </Late>
      );
    },
    toQuery: (values) => ids.sent(values[0] ?? ''),
  };
}
