// The external devices of a record, chosen from those that the apps support. Records hold names,
// forms hold ids, and lists are filtered by one id.
import { useQuery } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { useText } from '~/kernel/i18n/i18n';
import { idEntries } from './id-entries';
import type { Kind } from './kind';
import { NameBadges, NameBadgesInLine } from './name-badges';
import { optionKind, OptionName } from './option-kind';
import { searchState } from './search-state';
import { SeveralSelect } from './several-select';

const OPTIONS = {
  queryKey: ['external-devices', 'options'],
  ask: async (signal: AbortSignal) => {
    const options = await call('ListExternalDeviceOptions', {}, signal);
    return options.map(({ externalDeviceId, name, maker, model }) => ({
      id: externalDeviceId,
      name: `${name} (${maker} ${model})`,
    }));
  },
};

function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A single device, which histories record by id. */
export const deviceKind: Kind = {
  ...optionKind(() => OPTIONS),
  showText: (id) => <OptionName options={OPTIONS} id={id} />,
};

export const externalDevicesKind: Kind = {
  ...optionKind(() => OPTIONS),
  show: (value) => <NameBadges names={names(value)} />,
  showBriefly: (value) => <NameBadgesInLine names={names(value)} />,
  entries: { ...idEntries, nameOf: (id) => <OptionName options={OPTIONS} id={id} /> },
  empty: [],
  wide: true,
  Input: function ExternalDevicesInput(props) {
    const t = useText();
    const { queryKey, ask } = OPTIONS;
    const options = useQuery({ queryKey, queryFn: ({ signal }) => ask(signal) });
    const chosen = Array.isArray(props.value) ? props.value.map(String) : [];
    return (
      <SeveralSelect
        label={props.label}
        data={(options.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen}
        onChange={(ids) => {
          props.onChange(ids.map(Number));
        }}
        placeholder={t('field.choose')}
        error={props.error}
        withAsterisk={props.required}
        {...props.marks}
        disabled={props.disabled}
        searchable
        {...searchState(options, t(options.data?.length === 0 ? 'state.empty' : 'state.noMatch'))}
      />
    );
  },
};
