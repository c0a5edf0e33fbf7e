// A selection of several words from a closed set. Choosing one with Enter keeps the position in the
// list, so that the next one is a step away; the library would jump to the first selected one.
import type { MultiSelectProps } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { controlsNow, Late, type Controls } from '~/ui/controls/late';
import { ChoiceStandIn } from './choice-stand-in';

type SeveralSelectProps = Omit<MultiSelectProps, 'value' | 'onChange'> & {
  value: string[];
  onChange: (value: string[]) => void;
};

/** The select in forms. */
export function SeveralSelect(props: SeveralSelectProps) {
  return <Several controls={controlsNow()} {...props} />;
}

interface SeveralFilterProps extends Pick<
  SeveralSelectProps,
  | 'data'
  | 'value'
  | 'onChange'
  | 'error'
  | 'description'
  | 'inputWrapperOrder'
  | 'nothingFoundMessage'
> {
  label: string;
  placeholder: string;
}

/** The select in filters. */
export function SeveralFilter(props: SeveralFilterProps) {
  const { label, placeholder, error, value } = props;
  return (
    <Late
      atOnce={value.length > 0}
      standIn={<ChoiceStandIn label={label} value="" placeholder={placeholder} error={error} />}
    >
      {(controls, begun) => (
        <Several
          controls={controls}
          ref={begun.ref}
          defaultDropdownOpened={begun.open}
          clearable
          {...props}
        />
      )}
    </Late>
  );
}

function Several({
  controls: { MultiSelect },
  value,
  onChange,
  placeholder,
  ...props
}: SeveralSelectProps & { controls: Controls }) {
  const t = useText();
  return (
    <MultiSelect
      value={value}
      onChange={onChange}
      comboboxProps={{
        onOptionSubmit: (word) => {
          onChange(value.includes(word) ? value.filter((one) => one !== word) : [...value, word]);
        },
      }}
      placeholder={value.length === 0 ? placeholder : ''}
      clearButtonProps={{ 'aria-label': t('field.clear') }}
      checkIconPosition="right"
      {...props}
    />
  );
}
