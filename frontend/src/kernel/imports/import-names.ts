// Labels of the fields and words of a file, by kind of import.
import { createContext, useContext } from 'react';
import type { FieldError } from '~/domain/validation';
import { fieldErrorText } from '~/kernel/errors/error-text';
import { NOTHING } from '~/kernel/field/nothing';
import { text, textIfKnown, type MessageKey } from '~/kernel/i18n/i18n';

/** Text keys by field, for fields whose label depends on the import. */
export interface ImportNames {
  names: Partial<Record<string, string>>;
  /** Text key prefixes of a field's words. */
  words: Partial<Record<string, string>>;
  /** Message for an unknown word, for fields that also accept other values. */
  noWord?: Partial<Record<string, MessageKey>>;
}

/** Columns that a file of any kind may have beside its fields. */
const BESIDE: ImportNames['names'] = { memberName: 'field.name.name' };

export const COMMON_NAMES: ImportNames = {
  names: {},
  words: {
    sex: 'sex',
    setting: 'measurement.setting',
    arm: 'measurement.arm',
    posture: 'measurement.posture',
  },
};

export const NamesContext = createContext(COMMON_NAMES);

export function useNames() {
  const { names, words, noWord } = useContext(NamesContext);
  return {
    /**
     * Returns the label of a field, or of an error of the row as a whole. For a list it is the
     * list's label.
     */
    columnName: (path: string): string => {
      const [field = ''] = path.split('[');
      if (field === '') return NOTHING;
      return textIfKnown(names[field] ?? BESIDE[field] ?? `field.name.${field}`) ?? field;
    },
    /** Returns the label of a word, or undefined for a field without words. */
    wordName: (field: string | undefined, value: string): string | undefined => {
      const start = field === undefined ? undefined : words[field];
      return start === undefined ? undefined : (textIfKnown(`${start}.${value}`) ?? value);
    },
    /** Returns why a value is rejected. */
    reasonOf: (violation: FieldError): string => {
      const key = violation.code === 'choice' ? noWord?.[violation.path] : undefined;
      return key === undefined ? fieldErrorText(violation) : text(key);
    },
  };
}
