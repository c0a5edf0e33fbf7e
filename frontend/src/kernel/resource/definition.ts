// A resource as the kernel sees it. The kernel builds the list, the filters, the dialogs and the
// history from this definition; anything specific to one resource goes into a slot. Features create
// definitions with `resource` in resource.ts, which type-checks them against the contract.
import type { ComponentType } from 'react';
import type { Answer, Body } from '~/domain/client';
import type { FieldError } from '~/domain/validation';
import type { Kind } from '~/kernel/field/kind';
import type { MessageKey } from '~/kernel/i18n/i18n';

/** Consequences of a change that the user must confirm before it is saved. */
export interface ChangeConfirmation<Values> {
  areIn(before: Values, values: Values): boolean;
  /**
   * Returns errors that the server would report whatever the user confirms, and that no form rule
   * covers. If there are any, no confirmation is asked for.
   */
  refused?(before: Values, values: Values): FieldError[];
  Explanation: ComponentType<{ before: Values; values: Values }>;
}

/** The ids of the selected records of a list, including those on other pages. */
export interface SelectionProps {
  selected: readonly number[];
  onPage: readonly number[];
  onSelect: (selected: readonly number[]) => void;
}

export interface Page<Row> {
  data: Row[];
  page: number;
  pageSize: number;
  total: number;
  totalIsExact: boolean;
  /** Cursor of the next page, if the list uses keyset pagination. */
  next: string | null;
}

export type Revision = Answer<'ListCompanyRevisions'>['data'][number];
export type Permit = Answer<'GetCompany'>['can']['update'];

/** Metadata of a record that can be changed. Read-only records have none of it. */
interface Changeable {
  createdAt?: string;
  authors?: Answer<'GetCompany'>['authors'];
  version?: number;
  can?: { update: Permit; delete: Permit };
}

export type ResourceRecord = object & Changeable;

/** The name and the label of a field. */
export interface NamedField {
  /** Name on the wire: in the record, the form's body and the history. */
  name: string;
  label: MessageKey;
}

export interface AnyField<Row> extends NamedField {
  kind: Kind;
  /** Computes the value to show, if it is not the record's value of this name. */
  value?: (record: Row) => unknown;
  column?: Column;
  /** The field's filter parameters, with the same names in the address and in the call. */
  filter?: readonly string[];
  /** The filter is collapsed if the list has many filters. */
  seldom?: boolean;
  /** The forms in which the field can be entered. Other forms only show it. */
  form?: 'always' | 'create';
  /** Whether the field applies, given the other values of the form. If not, it has no value. */
  onlyIf?(values: FormValues): boolean;
  /**
   * Whether the field stays in the form, disabled, when it does not apply, so that the fields after
   * it do not move.
   */
  keepsPlace?: boolean;
  /** Required by a rule across fields, which the field's own rule does not express. */
  required?: boolean;
  /**
   * Title of the form section that holds this field and its neighbours. The section starts
   * collapsed unless one of its fields has a value, and opens if one of them is invalid.
   */
  section?: MessageKey;
  /** A new record starts with the value of the list's filter of the same name. */
  fromFilter?: boolean;
  /** Hidden in the detail dialog. */
  hidden?: boolean;
}

export interface Column {
  width: number;
  /** The server's names of both sort orders. */
  sort?: { ascending?: string; descending?: string };
  /** Hidden until the user shows it. */
  optional?: boolean;
}

export type ListQuery = Record<string, unknown>;
export type FormValues = Record<string, unknown>;

export interface ResourceApi<Row> {
  list: (query: ListQuery, signal: AbortSignal) => Promise<Page<Row>>;
  get?: (id: number, signal: AbortSignal) => Promise<Row>;
  /** Loads the record with everything that an edit form needs, where `get` masks some of it. */
  getForEdit?: (id: number, signal: AbortSignal) => Promise<FormValues>;
  create?: (values: FormValues, idempotencyKey?: string) => Promise<Row>;
  update?: (id: number, values: FormValues) => Promise<Row>;
  remove?: (id: number) => Promise<{ revisionId?: number | null }>;
  revisions?: (id: number, page: number, signal: AbortSignal) => Promise<Page<Revision>>;
  /** Queues a job that exports the list to a file. */
  export?: (query: ListQuery, options: Body<'ExportMembers'>) => Promise<Answer<'GetJob'>>;
  /** Queues a job that changes or removes several records. The query holds the list's filters. */
  bulk?: (query: ListQuery, body: BulkBody) => Promise<Answer<'GetJob'>>;
}

/** The body of a bulk call. */
export interface BulkBody extends Omit<Body<'BulkMembers'>, 'changes'> {
  changes?: FormValues;
}

/** A bulk action that the user has requested. */
export interface BulkRequest {
  action: 'CHANGE' | 'DELETE';
  selection: Pick<BulkBody, 'selection' | 'recordIds'>;
  /** The filters of the list. */
  matching: ListQuery;
  /** The values that the selected records on the current page share. */
  like: FormValues;
}

export interface RecordHome {
  /** Title of the screen. `path` is the record's address there. */
  title: MessageKey;
  path: string;
}

/** A list of dependent records, filtered by the record that they depend on. */
export interface DependentList {
  screen: { path: string; title: MessageKey };
  filters: Record<string, string>;
}

export interface Resource<Row extends ResourceRecord> {
  /** Root of the query keys. The user's column settings are stored under it, too. */
  key: string;
  /** Address of the screen. */
  path: string;
  title: MessageKey;
  /** Titles of the forms and texts of the removal, with the record's name as parameter. */
  texts?: { create: MessageKey; edit: MessageKey; remove: MessageKey };
  /** Texts of the empty list, if they differ from the default ones. */
  whenEmpty?: { title: MessageKey; hint?: MessageKey };
  idOf: (record: Row) => number;
  nameOf: (record: Row) => string;
  /**
   * Returns the name for a removal, if the record's own name is that of a person who is not
   * removed.
   */
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
  api: ResourceApi<Row>;
  fields: readonly AnyField<Row>[];
  /** Name of the form's rules in the shared core. */
  form?: string;
  /** Set if records can be changed and removed in bulk. */
  bulk?: {
    /** The form fields that can be changed in bulk. */
    fields: readonly string[];
    /** Name of the bulk form's rules in the shared core. */
    form: string;
  };
  /** Name of the filters' rules in the shared core. */
  filterForm: string;
  /** Values that every record of this screen has and that no user enters. */
  fixedValues?: FormValues;
  /** Filters that every list of this screen applies, in addition to those of its address. */
  fixedFilters?: ListQuery;
  /**
   * Whether the list uses keyset pagination: the last row of a page locates the next one, so every
   * page is equally fast.
   */
  pagesByKey?: boolean;
  /** Set if deleted records can be restored for a while: the name of the resource in histories. */
  bin?: string;
  /** Records can be copied. The copy's form starts without a value in this field. */
  copyWithout?: string;
  /** Whether a record has its own page instead of a dialog over the list. */
  detailIsPage?: boolean;
  /**
   * Whether records are immutable and every read of one is logged. A record is then fetched exactly
   * once each time it is opened.
   */
  neverChanges?: boolean;
  /**
   * The exports that need a reason: every one, or those with many rows, each of which is a person.
   */
  exportReason?: 'every' | 'many';
  /** Sort order if the address names none. It may depend on the filters. */
  defaultSort?: string | ((filters: ListQuery) => string);
  /** The dialog that opens after a record is created, as a path below the record's. */
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
    changes?: ChangeConfirmation<FormValues>;
    /** A preview of the entered values, in a second tab of the forms. */
    preview?: ComponentType<{ values: FormValues }>;
  };
}

export function valueOf<Row>(field: AnyField<Row>, record: Row): unknown {
  return field.value ? field.value(record) : (record as Record<string, unknown>)[field.name];
}

/** Returns whether a value is present. */
export function isEntered(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== '';
}

/** Returns whether a field applies, given the other values of the form. */
export function isAsked<Row>(field: AnyField<Row>, values: FormValues): boolean {
  return field.onlyIf?.(values) ?? true;
}

/** Returns whether a column is visible: by the user's choice, or else by the definition. */
export function isShown<Row>(field: AnyField<Row>, choice: Record<string, boolean>): boolean {
  return choice[field.name] ?? field.column?.optional !== true;
}

/**
 * Returns the columns in the user's order, with columns added since at the end. The first column is
 * always first: it identifies the row and links to the record.
 */
export function columnsInOrder<Row>(
  fields: readonly AnyField<Row>[],
  order: readonly string[],
): AnyField<Row>[] {
  const [first, ...rest] = fields.filter(({ column }) => column);
  if (!first) return [];
  const place = ({ name }: AnyField<Row>) =>
    order.includes(name) ? order.indexOf(name) : order.length;
  return [first, ...rest.sort((one, other) => place(one) - place(other))];
}
