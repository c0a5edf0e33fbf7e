// Defines a resource and type-checks it against the contract. The resource's name determines its
// calls and so the types of its rows, form and filters. A field that none of them has, or a filter
// or sort order that the server does not know, does not compile.
import type { ComponentType } from 'react';
import type { EndpointName } from '~/domain/client';
import type { Kind } from '~/kernel/field/kind';
import type { MessageKey } from '~/kernel/i18n/i18n';
import type { Screen } from '~/kernel/screen/screen';
import type {
  AnyField,
  ChangeConfirmation,
  Column,
  DependentList,
  RecordHome,
  Resource,
  ResourceApi,
  ResourceRecord,
  SelectionProps,
} from './definition';
import {
  idKeyOf,
  pluralOf,
  usualCalls,
  type ChangesOf,
  type FilterOf,
  type MissingVerb,
  type Plural,
  type RecordOf,
  type ResourceName,
  type SaveOf,
  type Verb,
} from './usual-calls';

type Key<T> = Extract<keyof T, string>;

/** The keys that every list row has. Keys that only the single record has make no column. */
type ListedKey<Row> = {
  [K in Key<Row>]-?: object extends Pick<Row, K> ? never : K;
}[Key<Row>];

/** The parameters that select rows, without sort order and position. */
type FilterKey<Filter> = Exclude<Key<Filter>, 'sort' | 'page' | 'pageSize' | 'after'>;

type SortWord<Filter> = Filter extends { sort?: infer Word } ? Extract<Word, string> : never;

/** The values of a form during entry, not validated yet. */
export type Entered<Save> = Partial<Record<keyof Save, unknown>>;

interface ColumnOf<Filter> extends Column {
  sort?: { ascending?: SortWord<Filter>; descending?: SortWord<Filter> };
}

interface Looks<Filter> {
  label: MessageKey;
  kind: Kind;
  /** The field's filter parameters, with the same names in the address and in the call. */
  filter?: readonly FilterKey<Filter>[];
  seldom?: boolean;
}

/** Where a field shows: in lists and details, in details only, as a computed value, or nowhere. */
type Shown<Row, Save, Filter> =
  | {
      name: ListedKey<Row>;
      column: ColumnOf<Filter>;
      value?: (record: Row) => unknown;
      hidden?: boolean;
    }
  | { name: Key<Row>; column?: never; value?: (record: Row) => unknown; hidden?: boolean }
  | {
      name: string;
      column?: ColumnOf<Filter>;
      value: (record: Row) => unknown;
      hidden?: boolean;
    }
  | { name: Key<Save> | FilterKey<Filter>; column?: never; value?: never; hidden: true };

/** Whether the field is in the form; if so, its name is a key of the request body. */
type InForm<Save> =
  | {
      name: Key<Save>;
      form: 'always' | 'create';
      onlyIf?: (values: Entered<Save>) => boolean;
      keepsPlace?: boolean;
      required?: boolean;
      section?: MessageKey;
      fromFilter?: boolean;
    }
  | {
      name: string;
      form?: never;
      onlyIf?: never;
      keepsPlace?: never;
      required?: never;
      section?: never;
      fromFilter?: never;
    };

/** A field of a record that is read as `Row`, saved as `Save` and filtered by `Filter`. */
export type Field<Row, Save, Filter> = Looks<Filter> & Shown<Row, Save, Filter> & InForm<Save>;

/** A field of a resource of the contract. */
export type FieldOf<Name extends ResourceName> = Field<
  RecordOf<Name>,
  SaveOf<Name>,
  FilterOf<Name>
>;

interface Parts<Row, Save, Filter> {
  screen: Screen;
  /** Root of the query keys, if it differs from the contract's plural name. */
  key?: string;
  nameOf: (record: Row) => string;
  removedAs?: (record: Row) => string;
  /**
   * Returns the record's own screen, for records that can be read here but belong to another
   * screen.
   */
  homeOf?: (record: Row) => RecordHome | undefined;
  /**
   * Returns the lists that hold the dependents of a record, by the server's names for the
   * dependents.
   */
  dependentsOf?: (record: Row) => Record<string, readonly DependentList[]>;
  fields: readonly Field<Row, Save, Filter>[];
  /** Values that every record of this screen has and that no user enters. */
  fixedValues?: Partial<Save>;
  /** Filters that every list of this screen applies, in addition to those of its address. */
  fixedFilters?: Partial<Filter>;
  /**
   * Whether the list uses keyset pagination: the last row of a page locates the next one, so every
   * page is equally fast.
   */
  pagesByKey?: 'after' extends keyof Filter ? boolean : never;
  /** Sort order if the address names none. It may depend on the filters. */
  defaultSort?:
    SortWord<Filter> | ((filters: Partial<Record<Key<Filter>, unknown>>) => SortWord<Filter>);
  /** Texts of the empty list, if they differ from the default ones. */
  whenEmpty?: { title: MessageKey; hint?: MessageKey };
  /** Records can be copied. The copy's form starts without a value in this field. */
  copyWithout?: Key<Save>;
  /** Whether deleted records can be restored for a while. */
  hasBin?: boolean;
  /** Whether records are immutable and every read of one is logged. */
  neverChanges?: boolean;
  /** The dialog that opens after a record is created, as a path below the record's: `password`. */
  afterCreate?: string;
  slots?: {
    /** Next to the register button. */
    actions?: ComponentType;
    /** Replaces the empty list, where records are not created with the register button. */
    whenEmpty?: ComponentType;
    /** Actions on selected rows, for users without bulk actions. Makes the rows selectable. */
    selection?: ComponentType<SelectionProps>;
    /** Next to the bulk change and the bulk removal. */
    selected?: ComponentType<{ selected: readonly number[] }>;
    /** Replaces the plain list of fields in the detail dialog. */
    detail?: ComponentType<{ record: Row }>;
    /** The consequences of a change, to be confirmed before the edit form is sent. */
    changes?: ChangeConfirmation<Entered<Save>>;
    /** A preview of the entered values, in a second tab of the forms. */
    preview?: ComponentType<{ values: Entered<Save> }>;
  };
}

/**
 * The calls of a resource: each is a function that replaces the usual call, or null if there is
 * none.
 */
type Calls<Row, Save> = { [V in Verb]: Required<ResourceApi<Row>>[V] | null } & {
  /** Loads the record with everything that an edit form needs, where `get` masks some of it. */
  getForEdit: (id: number, signal: AbortSignal) => Promise<Entered<Save>>;
};

/** A resource must state each usual call that the contract lacks. */
type CallsOf<Name extends ResourceName> = Partial<Calls<RecordOf<Name>, SaveOf<Name>>> &
  Pick<Calls<RecordOf<Name>, SaveOf<Name>>, MissingVerb<Name>>;

/** Whether the list can be exported. Only allowed if the contract has the call. */
interface ExportOf<Name extends string> {
  exports?: `Export${Plural<Name>}` extends EndpointName ? boolean : never;
  /**
   * The exports that need a reason: every one, or those with many rows, each of which is a person.
   */
  exportReason?: 'every' | 'many';
}

/**
 * The fields that can be changed in bulk, if the contract has the call. It implies bulk removal.
 */
interface BulkOf<Name extends ResourceName> {
  bulk?: `Bulk${Plural<Name>}` extends EndpointName ? readonly Key<ChangesOf<Name>>[] : never;
}

export type Definition<Name extends ResourceName> = Parts<
  RecordOf<Name>,
  SaveOf<Name>,
  FilterOf<Name>
> &
  ExportOf<Name> &
  BulkOf<Name> &
  ([MissingVerb<Name>] extends [never] ? { calls?: CallsOf<Name> } : { calls: CallsOf<Name> });

/** The part of a definition that remains after the check against the contract. */
interface AnyDefinition extends Pick<
  Resource<ResourceRecord>,
  | 'nameOf'
  | 'removedAs'
  | 'homeOf'
  | 'dependentsOf'
  | 'pagesByKey'
  | 'defaultSort'
  | 'afterCreate'
  | 'copyWithout'
  | 'neverChanges'
  | 'exportReason'
  | 'whenEmpty'
  | 'slots'
> {
  screen: Screen;
  key?: string;
  fields: readonly AnyField<ResourceRecord>[];
  fixedValues?: object;
  fixedFilters?: object;
  hasBin?: boolean;
  exports?: boolean;
  bulk?: readonly string[];
  calls?: { [V in keyof ResourceApi<ResourceRecord>]?: ResourceApi<ResourceRecord>[V] | null };
}

export function resource<Name extends ResourceName>(
  name: Name,
  definition: NoInfer<Definition<Name>>,
): Resource<RecordOf<Name>>;
export function resource(name: string, definition: AnyDefinition): Resource<ResourceRecord> {
  const {
    screen,
    calls = {},
    fixedValues,
    fixedFilters,
    hasBin,
    exports,
    bulk,
    ...parts
  } = definition;
  const idKey = idKeyOf(name);
  const all = {
    ...usualCalls<ResourceRecord>(name),
    ...(!exports && { export: null }),
    ...(!bulk && { bulk: null }),
    ...calls,
  };
  return {
    key: keyOf(name),
    path: screen.path,
    title: screen.title,
    ...(screen.texts && { texts: screen.texts }),
    idOf: (record) => Number((record as Record<string, unknown>)[idKey]),
    detailIsPage: screen.record !== undefined,
    ...(bulk && { bulk: { fields: bulk, form: `${name}Changes` } }),
    ...(hasBin && { bin: idKey.slice(0, -'Id'.length) }),
    form: `${name}Save`,
    filterForm: `${name}Filter`,
    ...parts,
    fixedValues: { ...fixedValues },
    fixedFilters: { ...fixedFilters },
    api: Object.fromEntries(
      Object.entries(all).filter(([, made]) => made !== null),
    ) as unknown as ResourceApi<ResourceRecord>,
  };
}

/** Returns `admin-boards` for `AdminBoard`. */
function keyOf(name: string): string {
  return pluralOf(name)
    .replace(/(?<=.)[A-Z]/g, '-$&')
    .toLowerCase();
}
