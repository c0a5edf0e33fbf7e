// The services that a record belongs to: several of those that the caller may work with.
import { Group, useDirection } from '@mantine/core';
import { formatList } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useServices } from '~/kernel/session/account';
import { Tip } from '~/ui/tip';
import { ToneBadge } from '~/ui/tone-badge';
import classes from './services-kind.module.css';
import type { Kind } from './kind';
import { NOTHING } from './nothing';
import { SeveralFilter, SeveralSelect } from './several-select';

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}

function ServiceNames({ ids }: { ids: number[] }) {
  const services = useServices();
  const { dir } = useDirection();
  if (ids.length === 0) return NOTHING;
  return (
    <Group gap={4} dir={dir}>
      {ids.map((id) => (
        <ToneBadge key={id} tone="neutral">
          {services.data?.find((service) => service.id === id)?.name ?? id}
        </ToneBadge>
      ))}
    </Group>
  );
}

/** One line in a table: the first name and how many more there are. Cards have room for all of them. */
function ServiceNamesInLine({ ids }: { ids: number[] }) {
  const services = useServices();
  const { dir } = useDirection();
  const [first, ...rest] = ids.map(
    (id) => services.data?.find((service) => service.id === id)?.name ?? String(id),
  );
  if (first === undefined) return NOTHING;
  return (
    <span className={classes.line} dir={dir}>
      <ToneBadge tone="neutral">{first}</ToneBadge>
      {rest.length > 0 && (
        <>
          <span className={classes.rest}>
            {rest.map((name) => (
              <ToneBadge key={name} tone="neutral">
                {name}
              </ToneBadge>
            ))}
          </span>
          <Tip label={formatList(rest)}>
            <span className={classes.more} aria-hidden>
              <ToneBadge tone="neutral">
                <bdi>{`+${String(rest.length)}`}</bdi>
              </ToneBadge>
            </span>
          </Tip>
        </>
      )}
    </span>
  );
}

function useServiceOptions() {
  const services = useServices();
  return (services.data ?? []).map((service) => ({
    value: String(service.id),
    label: service.name,
  }));
}

export const servicesKind: Kind = {
  show: (value) => <ServiceNames ids={numbers(value)} />,
  showBriefly: (value) => <ServiceNamesInLine ids={numbers(value)} />,
  // The history has their numbers, as in "1, 3".
  showText: (text) => <ServiceNames ids={text.split(', ').map(Number)} />,
  empty: [],
  wide: true,
  Input: function ServicesInput(props) {
    const t = useText();
    const options = useServiceOptions();
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
      />
    );
  },
  Filter: function ServicesFilter({ label, parameters, values, error, onChange }) {
    const t = useText();
    const options = useServiceOptions();
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
      />
    );
  },
  toQuery: (values) => values.map(Number),
};
