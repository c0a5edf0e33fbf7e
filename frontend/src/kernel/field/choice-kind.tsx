// One of a closed set of words, such as a company's type or a person's sex.
import { text, textIfKnown, useText, type MessageKey } from '~/kernel/i18n/i18n';
import { controlsNow, Late } from '~/ui/controls/late';
import { textWidth, widthInTwoLines } from '~/ui/text-width';
import { ChoiceStandIn } from './choice-stand-in';
import type { FilterProps, InputProps, Kind } from './kind';
import { NOTHING } from './nothing';
import { SeveralFilter } from './several-select';

const TABLE_TEXT = 14;
/** A yes and a no, as the address has them. */
const YES = 'true';
const NO = 'false';

interface ChoiceKindOptions {
  words: readonly string[];
  /** A word's text has the key `<prefix>.<word>`, unless `label` gives it. */
  prefix?: string;
  label?: (word: string) => string | undefined;
  /** What choosing a word entails; said below the input. */
  note?: (word: string) => MessageKey | undefined;
  /** What searching for none of them is called; all of them where nothing is said. */
  none?: MessageKey;
  /** The word that is searched for where nothing is said: it is chosen like the others, and the address does not need it. */
  usual?: string;
  /** Whether one may search for several words at once. */
  multiple?: boolean;
  /** Whether the server wants numbers. */
  numeric?: boolean;
  /** How a word looks in tables and details, if not as plain text. */
  show?: (word: string, label: string) => React.ReactNode;
  /** Whether words are so long in some languages that a table gives them two lines. */
  inTwoLines?: boolean;
  /** The room that a word takes in a table, if it is not drawn as plain text. */
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

/** A yes or no that is searched for: by what either is called, or both. */
export function eitherKind(yes: MessageKey, no: MessageKey) {
  return {
    ...choiceKind({ words: [YES, NO], label: (word) => text(word === YES ? yes : no) }),
    toQuery: ([word]: string[]) => (word === YES ? true : word === NO ? false : word),
  } satisfies Kind;
}

/** A yes or no that is only shown; of what nobody knows it says neither. */
export const flagKind: Kind = {
  show: (value) => (typeof value === 'boolean' ? text(value ? 'field.yes' : 'field.no') : NOTHING),
  empty: false,
};

export const sexKind = choiceKind({ words: ['MALE', 'FEMALE'], prefix: 'sex' });

/** How old somebody is, told by the tens. */
export const decadeKind = choiceKind({
  words: ['0', '10', '20', '30', '40', '50', '60', '70', '80', '90'],
  prefix: 'decade',
  multiple: true,
  numeric: true,
});
