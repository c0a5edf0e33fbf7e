// A yes or no that can be switched and searched for.
import '@mantine/core/styles/Switch.css';
import { Input, Select, Switch } from '@mantine/core';
import { text, useText } from '~/kernel/i18n/i18n';
import { flagKind } from './choice-kind';
import type { FilterProps, InputProps, Kind } from './kind';

const TRUE = 'true';
const FALSE = 'false';

function SwitchInput(props: InputProps) {
  return (
    // As high as the inputs beside it, under the same kind of label.
    <Input.Wrapper label={props.label} labelElement="div" error={props.error}>
      <Switch
        aria-label={props.label}
        checked={props.value === true}
        onChange={(event) => {
          props.onChange(event.currentTarget.checked);
        }}
        {...props.marks}
        disabled={props.disabled}
        size="md"
        mt={6}
      />
    </Input.Wrapper>
  );
}

function FlagFilter({ label, parameters, values, error, onChange }: FilterProps) {
  const t = useText();
  const [parameter = ''] = parameters;
  return (
    <Select
      label={label}
      error={error}
      data={[
        { value: TRUE, label: t('field.yes') },
        { value: FALSE, label: t('field.no') },
      ]}
      value={values[parameter]?.[0] ?? null}
      onChange={(chosen) => {
        onChange({ [parameter]: chosen ?? undefined });
      }}
      placeholder={t('field.all')}
      clearable
      clearButtonProps={{ 'aria-label': t('field.clear') }}
      checkIconPosition="right"
    />
  );
}

export const switchKind: Kind = {
  ...flagKind,
  showText: (word) => text(word === TRUE ? 'field.yes' : 'field.no'),
  Input: SwitchInput,
  Filter: FlagFilter,
  toQuery: ([word]) => (word === TRUE ? true : word === FALSE ? false : word),
};
