// What the fields of a file and their words are called, by what is imported.
import { createContext, useContext } from 'react';
import type { FieldError } from '~/domain/validation';
import { fieldErrorText } from '~/kernel/errors/error-text';
import { NOTHING } from '~/kernel/field/nothing';
import { text, textIfKnown, type MessageKey } from '~/kernel/i18n/i18n';

/** Keys of texts by field; what is not named here has a name that is the same everywhere. */
export interface ImportNames {
  names: Partial<Record<string, string>>;
  /** What the texts of its words begin with. */
  words: Partial<Record<string, string>>;
  /** What is said of a field that is none of its words, where it has other values, too. */
  noWord?: Partial<Record<string, MessageKey>>;
}

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
    /** A field, or what is wrong with a row as a whole; of a list it is the list that has a name. */
    columnName: (path: string): string => {
      const [field = ''] = path.split('[');
      if (field === '') return NOTHING;
      return textIfKnown(names[field] ?? `field.name.${field}`) ?? field;
    },
    /** What a word is called; undefined for a field that has none. */
    wordName: (field: string | undefined, value: string): string | undefined => {
      const start = field === undefined ? undefined : words[field];
      return start === undefined ? undefined : (textIfKnown(`${start}.${value}`) ?? value);
    },
    /** Why a value is not taken. */
    reasonOf: (violation: FieldError): string => {
      const key = violation.code === 'choice' ? noWord?.[violation.path] : undefined;
      return key === undefined ? fieldErrorText(violation) : text(key);
    },
  };
}
