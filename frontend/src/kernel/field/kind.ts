// What a kind of value is: how it is shown, entered and searched for. Every field of every resource has one.
import type { ReactNode } from 'react';
import type { Me } from '~/kernel/session/account';
import type { Parameters } from '~/kernel/url/list-state';

export interface InputProps {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | undefined;
  required: boolean;
  maxLength: number | undefined;
  /** Find the input when it has to be focused: for its error, or as the first of its form. */
  marks: { 'data-path': string; 'data-autofocus'?: true };
  disabled: boolean;
  /** Whether a new record is registered. */
  isNew?: boolean;
  /** Fills in what nobody has written, such as the only choice that there is: it is no change that anybody could lose. */
  onDefault?: (value: unknown) => void;
  /** All values of the form, for a field whose choices depend on another. */
  values?: Readonly<Record<string, unknown>>;
  /** Fills other fields of the form, for one whose choice says what stands in them. */
  onOthers?: (values: Record<string, unknown>) => void;
}

export interface FilterProps {
  label: string;
  /** The parameter in the address; a range has one for each of its ends. */
  parameters: readonly string[];
  values: Record<string, string[]>;
  /** What the rules say against what was entered; such a filter is not sent. */
  error: string | undefined;
  onChange: (changes: Parameters, how?: { replace: boolean }) => void;
}

/** The entries of a list that several people change beside each other: each is compared by itself. */
export interface Entries {
  /** By what tells one from the others, which histories tell it by, too. */
  of: (value: unknown) => ReadonlyMap<string, unknown>;
  /** The form's value that has these, in this order. */
  together: (entries: ReadonlyMap<string, unknown>) => unknown;
  nameOf: (key: string) => ReactNode;
  /** One of them, also where it is missing. */
  show: (entry: unknown) => ReactNode;
}

export interface Kind {
  show: (value: unknown) => ReactNode;
  /** How it looks in one line of a table, if not as everywhere else. */
  showBriefly?: (value: unknown) => ReactNode;
  /** The room that its widest value takes in a table, where all values are known beforehand; in bold in the first column. */
  room?: (weight: number) => number;
  /** How a value looks that the change history holds as text, if not as that text. */
  showText?: (text: string) => ReactNode;
  /** How a value looks as a form holds it, if not as `show`: a record may answer a name where its form has a number. */
  showEntered?: (value: unknown, values: Readonly<Record<string, unknown>>) => ReactNode;
  /** Of a list whose entries are compared one by one when two people have changed it. */
  entries?: Entries;
  /** What the form holds when there is nothing. */
  empty: unknown;
  /** What a new record begins with, of whoever makes it, if not with nothing. */
  begins?: (me: Me | undefined) => unknown;
  /** What is entered opens something, as a password does: it is kept nowhere on the device. */
  isSecret?: true;
  align?: 'end';
  /** Takes the whole width of a form. */
  wide?: true;
  /** Is shown below its label and not beside it: as wide as all there is. */
  below?: true;
  Input?: (props: InputProps) => ReactNode;
  Filter?: (props: FilterProps) => ReactNode;
  /** What the server is asked for, from the texts in the address; their first where nothing is said. */
  toQuery?: (values: string[]) => unknown;
}
