// The kind of a value defines how it is shown, entered and filtered. Every field of every resource
// has one.
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
  /** Locates the input for focus: for its error, or as the first of its form. */
  marks: { 'data-path': string; 'data-autofocus'?: true };
  disabled: boolean;
  /** Whether the form creates a record. */
  isNew?: boolean;
  /** Sets a default, such as the only available choice. It does not make the form dirty. */
  onDefault?: (value: unknown) => void;
  /** All values of the form, for a field whose choices depend on another. */
  values?: Readonly<Record<string, unknown>>;
  /** Sets other fields of the form that follow from this choice. */
  onOthers?: (values: Record<string, unknown>) => void;
}

export interface FilterProps {
  label: string;
  /** The parameters in the address. A range has one for each end. */
  parameters: readonly string[];
  values: Record<string, string[]>;
  /** The error message of the filter. An invalid filter is not sent. */
  error: string | undefined;
  onChange: (changes: Parameters, how?: { replace: boolean }) => void;
}

/**
 * The entries of a list that several users may change at the same time. Each entry is merged
 * separately.
 */
export interface Entries {
  /** Returns the entries by key. Histories use the same keys. */
  of: (value: unknown) => ReadonlyMap<string, unknown>;
  /** Builds the form's value from entries, in this order. */
  together: (entries: ReadonlyMap<string, unknown>) => unknown;
  nameOf: (key: string) => ReactNode;
  /** Renders an entry, which may be missing. */
  show: (entry: unknown) => ReactNode;
}

export interface Kind {
  show: (value: unknown) => ReactNode;
  /** Renders the value in one line of a table, if it differs from `show`. */
  showBriefly?: (value: unknown) => ReactNode;
  /**
   * Returns the width of the widest value in a table, if all values are known in advance. The first
   * column is bold.
   */
  room?: (weight: number) => number;
  /** Renders a value that the history holds as text, if not as that text. */
  showText?: (text: string) => ReactNode;
  /**
   * Renders a form's value, if it differs from `show`: a record may hold a name where its form
   * holds an id.
   */
  showEntered?: (value: unknown, values: Readonly<Record<string, unknown>>) => ReactNode;
  /** For lists whose entries are merged one by one in an edit conflict. */
  entries?: Entries;
  /** The form's value if there is none. */
  empty: unknown;
  /** Returns the initial value of a new record for the current user, if it is not empty. */
  begins?: (me: Me | undefined) => unknown;
  /** The value is a credential, such as a password. It is never stored on the device. */
  isSecret?: true;
  align?: 'end';
  /** Takes the full width of the form. */
  wide?: true;
  /** Is shown below its label instead of next to it, at full width. */
  below?: true;
  Input?: (props: InputProps) => ReactNode;
  Filter?: (props: FilterProps) => ReactNode;
  /** Converts the texts of the address for the query. The default is the first text. */
  toQuery?: (values: string[]) => unknown;
}
