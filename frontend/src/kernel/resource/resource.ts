// Defines a resource. Its name says which calls it has, and so what its rows, its form and its filters are: a field that
// none of them has, a filter or an order that the server does not know does not compile.
import type { ComponentType } from 'react';
import type { EndpointName } from '~/domain/client';
import type { Kind } from '~/kernel/field/kind';
import type { MessageKey } from '~/kernel/i18n/i18n';
import type { Screen } from '~/kernel/screen/screen';
import type {
  AnyField,
  AskedChanges,
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

/** What a row has in every list; the rest comes with the single record and makes no column. */
type ListedKey<Row> = {
  [K in Key<Row>]-?: object extends Pick<Row, K> ? never : K;
}[Key<Row>];

/** What decides what is in a list, and not where in it one is. */
type FilterKey<Filter> = Exclude<Key<Filter>, 'sort' | 'page' | 'pageSize' | 'after'>;

type SortWord<Filter> = Filter extends { sort?: infer Word } ? Extract<Word, string> : never;

/** The values of a form while they are entered: nobody has checked them yet. */
export type Entered<Save> = Partial<Record<keyof Save, unknown>>;

interface ColumnOf<Filter> extends Column {
  sort?: { ascending?: SortWord<Filter>; descending?: SortWord<Filter> };
}

interface Looks<Filter> {
  label: MessageKey;
  kind: Kind;
  /** The parameters of its filter, the same in the address and in the call. */
  filter?: readonly FilterKey<Filter>[];
  seldom?: boolean;
}

/** Where a field shows: in lists and details, in details alone, by a value that is made for it, or nowhere. */
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

/** Whether it is entered, and then by the name that the form sends. */
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

/** A field of a record that is answered as `Row`, sent as `Save` and found by `Filter`. */
export type Field<Row, Save, Filter> = Looks<Filter> & Shown<Row, Save, Filter> & InForm<Save>;

/** A field of a resource of the contract. */
export type FieldOf<Name extends ResourceName> = Field<
  RecordOf<Name>,
  SaveOf<Name>,
  FilterOf<Name>
>;

interface Parts<Row, Save, Filter> {
  screen: Screen;
  /** Root of its query keys, where the contract's name for several is not enough. */
  key?: string;
  nameOf: (record: Row) => string;
  removedAs?: (record: Row) => string;
  /** Where a record belongs that can be read here and is another screen's. */
  homeOf?: (record: Row) => RecordHome | undefined;
  /** Where the records are listed that depend on one, by the names that the server has for them. */
  dependentsOf?: (record: Row) => Record<string, readonly DependentList[]>;
  fields: readonly Field<Row, Save, Filter>[];
  /** Values that every record of this screen has and nobody enters. */
  fixedValues?: Partial<Save>;
  /** What every list of this screen is asked for, whatever its address says. */
  fixedFilters?: Partial<Filter>;
  /** Whether the next page is asked for by the last row of this one, which stays quick on any page. */
  pagesByKey?: 'after' extends keyof Filter ? boolean : never;
  /** Order of the list where the address names none, which may depend on what is sought. */
  defaultSort?:
    SortWord<Filter> | ((filters: Partial<Record<Key<Filter>, unknown>>) => SortWord<Filter>);
  /** What stands in the place of a list without records, where that needs saying otherwise than everywhere. */
  whenEmpty?: { title: MessageKey; hint?: MessageKey };
  /** Records can be copied, into a form without their value of this field. */
  copyWithout?: Key<Save>;
  /** Whether deleted records can be restored for a while. */
  hasBin?: boolean;
  /** Whether a record stays as it was made, and each reading of one is noted. */
  neverChanges?: boolean;
  /** The dialog that follows when a record was registered, below its own address: `password`. */
  afterCreate?: string;
  slots?: {
    /** Beside the register button. */
    actions?: ComponentType;
    /** In the place of a list without records, where they are registered otherwise than by the register button. */
    whenEmpty?: ComponentType;
    /** Over the rows, which can be selected then: what may be done with several of them together. */
    selection?: ComponentType<SelectionProps>;
    /** Beside changing and removing the records that are selected. */
    selected?: ComponentType<{ selected: readonly number[] }>;
    /** Replaces the plain list of fields in the detail dialog. */
    detail?: ComponentType<{ record: Row }>;
    /** What saving will change, asked before the form that changes a record is sent. */
    changes?: AskedChanges<Entered<Save>>;
    /** What the entered values will look like to their readers: a second tab of the forms. */
    preview?: ComponentType<{ values: Entered<Save> }>;
  };
}

/** A call of another name, or null where there is none. */
type Calls<Row, Save> = { [V in Verb]: Required<ResourceApi<Row>>[V] | null } & {
  /** The record with everything that an edit form needs, where `get` masks some of it. */
  getForEdit: (id: number, signal: AbortSignal) => Promise<Entered<Save>>;
};

/** Which usual calls the contract does not have must be said. */
type CallsOf<Name extends ResourceName> = Partial<Calls<RecordOf<Name>, SaveOf<Name>>> &
  Pick<Calls<RecordOf<Name>, SaveOf<Name>>, MissingVerb<Name>>;

/** Whether its list can be exported, where the contract has the call. */
interface ExportOf<Name extends string> {
  exports?: `Export${Plural<Name>}` extends EndpointName ? boolean : never;
  /** Which of its exports need a reason: every one, or one of many rows, each of which is a person. */
  exportReason?: 'every' | 'many';
}

/** Which fields can be changed of many records at once, where the contract has the call; they can be removed together too. */
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

/** What is left of a definition once it has been held against the contract. */
interface Held extends Pick<
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
export function resource(name: string, definition: Held): Resource<ResourceRecord> {
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

/** `admin-boards` of `AdminBoard`. */
function keyOf(name: string): string {
  return pluralOf(name)
    .replace(/(?<=.)[A-Z]/g, '-$&')
    .toLowerCase();
}
