// A division of a member's company, chosen with the names of those above it.
import { useQuery } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { ChoiceStandIn } from '~/kernel/field/choice-stand-in';
import type { InputProps, Kind } from '~/kernel/field/kind';
import { textKind } from '~/kernel/field/text-kind';
import { useText } from '~/kernel/i18n/i18n';
import { controlsNow, Late, type Begun, type Controls } from '~/ui/controls/late';

type DivisionOption = Answer<'ListDivisionOptions'>[number];

interface DivisionSelectProps {
  label: string;
  placeholder: string;
  value: number | null;
  onChange: (divisionId: number | null) => void;
  /** The company whose divisions there are to choose from; all that the reader reaches where there is none. */
  companyId: number | null;
  error?: string | undefined;
  disabled?: boolean;
  marks?: InputProps['marks'];
}

function nameOf({ name, parentNames, companyName }: DivisionOption, withCompany: boolean): string {
  const names = [...parentNames, name].join(' › ');
  return withCompany ? `${names} (${companyName})` : names;
}

function DivisionSelect({
  controls: { Select },
  begun,
  ...props
}: DivisionSelectProps & { controls: Controls; begun?: Begun }) {
  const t = useText();
  const { companyId } = props;
  const options = useQuery({
    queryKey: ['divisions', 'options', companyId],
    queryFn: ({ signal }) =>
      call(
        'ListDivisionOptions',
        { query: { divisionIds: [], ...(companyId !== null && { companyId }) } },
        signal,
      ),
  });
  return (
    <Select
      {...(begun && { ref: begun.ref, defaultDropdownOpened: begun.open })}
      label={props.label}
      placeholder={props.placeholder}
      data={(options.data ?? []).map((option) => ({
        value: String(option.divisionId),
        label: nameOf(option, companyId === null),
      }))}
      value={props.value === null ? null : String(props.value)}
      onChange={(id) => {
        props.onChange(id === null ? null : Number(id));
      }}
      error={props.error}
      disabled={props.disabled ?? false}
      {...props.marks}
      searchable
      openOnFocus={false}
      clearable
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

export const divisionKind: Kind = {
  ...textKind,
  empty: null,
  Input: function DivisionInput(props) {
    const t = useText();
    return (
      <DivisionSelect
        controls={controlsNow()}
        label={props.label}
        placeholder={t('field.choose')}
        value={idOf(props.value)}
        onChange={props.onChange}
        companyId={idOf(props.values?.companyId)}
        error={props.error}
        disabled={props.disabled}
        marks={props.marks}
      />
    );
  },
  Filter: function DivisionFilter({ label, parameters, values, error, onChange }) {
    const t = useText();
    const [parameter = ''] = parameters;
    const value = idOf(values[parameter]?.[0]);
    const choice = { label, placeholder: t('field.all'), error };
    return (
      <Late atOnce={value !== null} standIn={<ChoiceStandIn {...choice} value="" searchable />}>
        {(controls, begun) => (
          <DivisionSelect
            {...choice}
            controls={controls}
            begun={begun}
            value={value}
            companyId={idOf(values.companyId?.[0])}
            onChange={(id) => {
              onChange({ [parameter]: id === null ? undefined : String(id) });
            }}
          />
        )}
      </Late>
    );
  },
  toQuery: (values) => values.map(Number),
};
