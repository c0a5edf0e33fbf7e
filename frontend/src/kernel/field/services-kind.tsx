// The services of a record, chosen from those that the user may work with.
import type { ComponentType } from 'react';
import { formatList } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useServices } from '~/kernel/session/account';
import { idEntries } from './id-entries';
import type { Kind } from './kind';
import { NameBadges, NameBadgesInLine } from './name-badges';
import { searchState } from './search-state';
import { SeveralFilter, SeveralSelect } from './several-select';

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}

interface ServiceNamesProps {
  ids: number[];
  Names: ComponentType<{ names: readonly string[] }>;
}

function ServiceNames({ ids, Names }: ServiceNamesProps) {
  const services = useServices();
  const nameOf = (id: number) => services.data?.find((service) => service.id === id)?.name;
  return <Names names={ids.map((id) => nameOf(id) ?? String(id))} />;
}

function InWords({ names }: { names: readonly string[] }) {
  return formatList(names);
}

function useServiceOptions() {
  const services = useServices();
  const options = (services.data ?? []).map((service) => ({
    value: String(service.id),
    label: service.name,
  }));
  return { options, services };
}

export const servicesKind: Kind = {
  show: (value) => <ServiceNames ids={numbers(value)} Names={NameBadges} />,
  showBriefly: (value) => <ServiceNames ids={numbers(value)} Names={NameBadgesInLine} />,
  // The history holds their ids, as in "1, 3".
  showText: (text) => <ServiceNames ids={text.split(', ').map(Number)} Names={NameBadges} />,
  entries: {
    ...idEntries,
    nameOf: (id) => <ServiceNames ids={[Number(id)]} Names={InWords} />,
  },
  empty: [],
  wide: true,
  Input: function ServicesInput(props) {
    const t = useText();
    const { options, services } = useServiceOptions();
    const chosen = numbers(props.value);
    return (
      <SeveralSelect
        label={props.label}
        data={options}
        value={chosen.map(String)}
        onChange={(ids) => {
          props.onChange(ids.map(Number));
        }}
        placeholder={t('field.choose')}
        error={props.error}
        withAsterisk={props.required}
        {...props.marks}
        disabled={props.disabled}
        {...searchState(services, t('state.empty'))}
      />
    );
  },
  Filter: function ServicesFilter({ label, parameters, values, error, onChange }) {
    const t = useText();
    const { options, services } = useServiceOptions();
    const [parameter = ''] = parameters;
    const chosen = values[parameter] ?? [];
    return (
      <SeveralFilter
        label={label}
        data={options}
        value={chosen.filter((id) => options.some((option) => option.value === id))}
        error={error}
        onChange={(ids) => {
          onChange({ [parameter]: ids });
        }}
        placeholder={t('field.all')}
        {...(services.isError && searchState(services, t('state.empty')))}
      />
    );
  },
  toQuery: (values) => values.map(Number),
};
