// A value of a closed set of words, such as a company's type or a person's sex.
import { text, textIfKnown, useText, type MessageKey } from '~/kernel/i18n/i18n';
import { controlsNow, Late } from '~/ui/controls/late';
import { textWidth, widthInTwoLines } from '~/ui/text-width';
import { ChoiceStandIn } from './choice-stand-in';
import type { FilterProps, InputProps, Kind } from './kind';
import { NOTHING } from './nothing';
import { SeveralFilter } from './several-select';

const TABLE_TEXT = 14;
/** Boolean values in the address. */
const YES = 'true';
const NO = 'false';

interface ChoiceKindOptions {
  words: readonly string[];
  /** The text key of a word is `<prefix>.<word>`, unless `label` returns the text. */
  prefix?: string;
  label?: (word: string) => string | undefined;
  /** The consequence of choosing a word, shown below the input. */
  note?: (word: string) => MessageKey | undefined;
  /** Label of the empty filter. The default means all words. */
  none?: MessageKey;
  /**
   * The word that is filtered by default. It can be chosen like the others and is left out of the
   * address.
   */
  usual?: string;
  /** Whether the filter accepts several words. */
  multiple?: boolean;
  /** Whether the server expects numbers. */
  numeric?: boolean;
  /** Renders a word in tables and details, if not as plain text. */
  show?: (word: string, label: string) => React.ReactNode;
  /** Whether words are so long in some languages that table cells have two lines. */
  inTwoLines?: boolean;
  /** Returns the width of a word in a table, if it is not plain text. */
  roomOf?: (label: string) => number;
}

export function choiceKind({
  words,
  prefix = '',
  label = (word) => textIfKnown(`${prefix}.${word}`),
  note,
  none = 'field.all',
  usual,
  multiple,
  numeric,
  show,
  inTwoLines = false,
  roomOf = (label) => (inTwoLines ? widthInTwoLines : textWidth)(label, 400, TABLE_TEXT),
}: ChoiceKindOptions): Kind {
  const labelOf = (word: string) => label(word) ?? word;
  const options = () => words.map((word) => ({ value: word, label: labelOf(word) }));

  function ChoiceInput(props: InputProps) {
    const t = useText();
    const { Select } = controlsNow();
    const value = typeof props.value === 'string' ? props.value : null;
    const entailed = value === null ? undefined : note?.(value);
    return (
      <Select
        label={props.label}
        description={entailed && t(entailed)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={options()}
        value={value}
        onChange={props.onChange}
        error={props.error}
        withAsterisk={props.required}
        {...props.marks}
        disabled={props.disabled}
        placeholder={t('field.choose')}
        clearable={!props.required}
        allowDeselect={!props.required}
        clearButtonProps={{ 'aria-label': t('field.clear') }}
        checkIconPosition="right"
      />
    );
  }

  function OneFilter({ label, parameters, values, error, onChange }: FilterProps) {
    const t = useText();
    const [parameter = ''] = parameters;
    const chosen = values[parameter]?.[0] ?? usual ?? null;
    return (
      <Late
        standIn={
          <ChoiceStandIn
            label={label}
            value={chosen === null ? '' : labelOf(chosen)}
            placeholder={t(none)}
            error={error}
          />
        }
      >
        {({ Select }, begun) => (
          <Select
            ref={begun.ref}
            defaultDropdownOpened={begun.open}
            label={label}
            data={options()}
            value={chosen}
            error={error}
            onChange={(next) => {
              onChange({ [parameter]: next === null || next === usual ? undefined : next });
            }}
            placeholder={t(none)}
            clearable={chosen !== usual}
            allowDeselect={chosen !== usual}
            clearButtonProps={{ 'aria-label': t('field.clear') }}
            checkIconPosition="right"
          />
        )}
      </Late>
    );
  }

  function SomeFilter({ label, parameters, values, error, onChange }: FilterProps) {
    const t = useText();
    const [parameter = ''] = parameters;
    const chosen = values[parameter] ?? [];
    return (
      <SeveralFilter
        label={label}
        data={options()}
        value={chosen.filter((word) => words.includes(word))}
        error={error}
        onChange={(next) => {
          onChange({ [parameter]: next });
        }}
        placeholder={t(none)}
      />
    );
  }

  const typed = (word: string) => (numeric ? Number(word) : word);
  return {
    show: (value) => {
      if (typeof value !== 'string') return NOTHING;
      return show?.(value, labelOf(value)) ?? labelOf(value);
    },
    ...(inTwoLines && {
      showBriefly: (value: unknown) =>
        typeof value === 'string' ? <span data-wraps>{labelOf(value)}</span> : NOTHING,
    }),
    showText: labelOf,
    room: () => Math.max(...words.map((word) => roomOf(labelOf(word)))),
    empty: null,
    Input: ChoiceInput,
    Filter: multiple ? SomeFilter : OneFilter,
    toQuery: (values) => (multiple ? values.map(typed) : typed(values[0] ?? '')),
  };
}

/** A boolean filter with labels for true and false. The empty filter matches both. */
export function eitherKind(yes: MessageKey, no: MessageKey) {
  return {
    ...choiceKind({ words: [YES, NO], label: (word) => text(word === YES ? yes : no) }),
    toQuery: ([word]: string[]) => (word === YES ? true : word === NO ? false : word),
  } satisfies Kind;
}

/** A read-only boolean. An unknown value shows neither yes nor no. */
export const flagKind: Kind = {
  show: (value) => (typeof value === 'boolean' ? text(value ? 'field.yes' : 'field.no') : NOTHING),
  empty: false,
};

export const sexKind = choiceKind({ words: ['MALE', 'FEMALE'], prefix: 'sex' });

/** An age group by decade. */
export const decadeKind = choiceKind({
  words: ['0', '10', '20', '30', '40', '50', '60', '70', '80', '90'],
  prefix: 'decade',
  multiple: true,
  numeric: true,
});
