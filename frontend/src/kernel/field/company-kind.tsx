// A company, found by part of its name. Its place in the tree is shown next to the name.
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { onlyCompanyOf, type Me } from '~/kernel/session/account';
import { controlsNow, Late, type PendingInteraction, type Controls } from '~/ui/controls/late';
import { ChoiceStandIn } from './choice-stand-in';
import type { InputProps, Kind } from './kind';
import { NOTHING } from './nothing';
import { recordIdOf } from './record-id';
import { searchState } from './search-state';

type CompanyOption = Answer<'ListCompanyOptions'>[number];
export type CompanyType = CompanyOption['type'];

const TYPING_PAUSE = 200;

interface CompanyPickerProps {
  label: string;
  value: number | null;
  onChange: (companyId: number | null) => void;
  types: readonly CompanyType[];
  placeholder: string;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  marks?: InputProps['marks'];
  /** The text shown if no company of these types exists. */
  whenNone?: MessageKey | undefined;
}

function useChosenCompany(chosen: number | null) {
  return useQuery({
    queryKey: ['company-options', 'chosen', chosen],
    queryFn: ({ signal }) =>
      call(
        'ListCompanyOptions',
        { query: { companyIds: chosen === null ? [] : [chosen], types: [] } },
        signal,
      ),
    enabled: chosen !== null,
  });
}

function CompanyName({ id }: { id: number }) {
  return useChosenCompany(id).data?.[0]?.name ?? String(id);
}

/** Returns the matching companies, plus the chosen one if it is not among them. */
function useCompanyOptions(typed: string, chosen: number | null, types: readonly CompanyType[]) {
  const [name] = useDebouncedValue(typed.trim(), TYPING_PAUSE);
  const found = useQuery({
    queryKey: ['company-options', 'found', types, name],
    queryFn: ({ signal }) =>
      call('ListCompanyOptions', { query: { name, types: [...types], companyIds: [] } }, signal),
    placeholderData: keepPreviousData,
  });
  const known = found.data?.some((option) => option.companyId === chosen);
  const current = useChosenCompany(known === false ? chosen : null);
  return {
    options: [...(found.data ?? []), ...(known === false ? (current.data ?? []) : [])],
    // Whether there is no such company at all, as in a new installation: a user who has not
    // searched is not told to search differently.
    areNone: name === '' && found.data?.length === 0,
    found,
  };
}

/** The picker in forms. */
export function CompanyPicker(props: CompanyPickerProps) {
  return <Picker controls={controlsNow()} {...props} />;
}

/** The picker in filters. */
function CompanySearch(props: CompanyPickerProps) {
  const { label, placeholder, error, value } = props;
  return (
    <Late
      atOnce={value !== null}
      standIn={
        <ChoiceStandIn label={label} value="" placeholder={placeholder} error={error} searchable />
      }
    >
      {(controls, begun) => <Picker controls={controls} begun={begun} {...props} />}
    </Late>
  );
}

function Picker({
  controls: { SearchSelect },
  begun,
  value,
  onChange,
  types,
  ...props
}: CompanyPickerProps & { controls: Controls; begun?: PendingInteraction }) {
  const t = useText();
  const [typed, setTyped] = useState(begun?.text ?? '');
  const { options, areNone, found } = useCompanyOptions(typed, value, types);
  const chosenName = options.find((option) => option.companyId === value)?.name;
  const byId = new Map(options.map((option) => [String(option.companyId), option]));
  return (
    <SearchSelect
      begun={begun}
      label={props.label}
      placeholder={props.placeholder}
      error={props.error}
      withAsterisk={props.required ?? false}
      disabled={props.disabled ?? false}
      {...props.marks}
      data={options.map((option) => ({ value: String(option.companyId), label: option.name }))}
      value={value === null ? null : String(value)}
      onChange={(id) => {
        onChange(id === null ? null : Number(id));
      }}
      onSearchChange={(text) => {
        // On selection the control writes the name into the search. That is not a query.
        setTyped(text === chosenName ? '' : text);
      }}
      filter={({ options: all }) => all}
      {...searchState(found, t(areNone ? (props.whenNone ?? 'state.empty') : 'state.noMatch'))}
      clearable={props.required !== true}
      clearButtonProps={{ 'aria-label': t('field.clear') }}
      notChosen={t('validation.choice')}
      checkIconPosition="right"
      renderOption={({ option }) => <OptionRow option={byId.get(option.value)} />}
    />
  );
}

function OptionRow({ option }: { option: CompanyOption | undefined }) {
  if (!option) return null;
  return (
    <div>
      <Text size="sm">{option.name}</Text>
      {option.parentNames.length > 0 && (
        <Text size="xs" c="dimmed">
          {option.parentNames.join(' › ')}
        </Text>
      )}
    </div>
  );
}

/** From the highest tier down. */
const TIERS: readonly CompanyType[] = ['VENDOR', 'DEALER', 'RETAILER'];

/**
 * Returns the only company of these tiers that the user can access. At the user's own tier that is
 * the user's own company.
 */
function onlyOneOf(types: readonly CompanyType[], me: Me | undefined): number | null {
  const own = TIERS.findIndex((tier) => tier === me?.role);
  const reached = types.filter((tier) => own >= 0 && TIERS.indexOf(tier) >= own);
  if (me && reached.length > 0 && reached.every((tier) => tier === me.role)) return me.companyId;
  return types.length === 0 || types.includes('RETAILER') ? onlyCompanyOf(me) : null;
}

/**
 * A company of the given tiers, or of all tiers if `types` is empty. Forms pass `whenNone`, the
 * text that tells the user what to do first if there is no such company.
 */
export function companyKind(types: readonly CompanyType[] = [], whenNone?: MessageKey): Kind {
  return {
    show: (value) => (typeof value === 'string' ? value : NOTHING),
    showEntered: (id) => (typeof id === 'number' ? <CompanyName id={id} /> : NOTHING),
    empty: null,
    begins: (me) => onlyOneOf(types, me),
    Input: function CompanyInput(props) {
      const t = useText();
      return (
        <CompanyPicker
          label={props.label}
          placeholder={t('field.searchCompany')}
          value={typeof props.value === 'number' ? props.value : null}
          onChange={props.onChange}
          types={types}
          error={props.error}
          required={props.required}
          disabled={props.disabled}
          marks={props.marks}
          whenNone={whenNone}
        />
      );
    },
    Filter: function CompanyFilter({ label, parameters, values, error, onChange }) {
      const t = useText();
      const [parameter = ''] = parameters;
      return (
        <CompanySearch
          label={label}
          placeholder={t('field.all')}
          value={recordIdOf(values[parameter]?.[0])}
          onChange={(companyId) => {
            onChange({ [parameter]: companyId === null ? undefined : String(companyId) });
          }}
          types={types}
          error={error}
        />
      );
    },
    toQuery: (values) => Number(values[0]),
  };
}
