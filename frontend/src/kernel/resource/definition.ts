// A resource as the kernel knows it: from these lines come its list, its filters, its dialogs and its history. What
// only one resource needs goes into a slot. Features write one by `resource` in resource.ts, which holds it against the
// contract.
import type { ComponentType } from 'react';
import type { Answer, Body } from '~/domain/client';
import type { FieldError } from '~/domain/validation';
import type { Kind } from '~/kernel/field/kind';
import type { MessageKey } from '~/kernel/i18n/i18n';

/** Says before saving what follows from it, where something does. */
export interface AskedChanges<Values> {
  areIn(before: Values, values: Values): boolean;
  /** What the server refuses of it whatever is answered, and no rule of the form knows: nobody is asked in vain. */
  refused?(before: Values, values: Values): FieldError[];
  Told: ComponentType<{ before: Values; values: Values }>;
}

/** The records that are selected in a list, by their numbers: also such as are on other pages. */
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
  /** Leads to the page that follows, where the list is paged by key. */
  next: string | null;
}

export type Revision = Answer<'ListCompanyRevisions'>['data'][number];
export type Permit = Answer<'GetCompany'>['can']['update'];

/** What a record says about itself where it can be changed; one that only shows has none of it. */
interface Changeable {
  createdAt?: string;
  authors?: Answer<'GetCompany'>['authors'];
  version?: number;
  can?: { update: Permit; delete: Permit };
}

export type ResourceRecord = object & Changeable;

/** What a field of the records is called. */
export interface NamedField {
  /** Name on the wire: in the record, in the form's body and in its history. */
  name: string;
  label: MessageKey;
}

export interface AnyField<Row> extends NamedField {
  kind: Kind;
  /** What to show, where that is not the record's value of this name. */
  value?: (record: Row) => unknown;
  column?: Column;
  /** The parameters of its filter, the same in the address and in the call. */
  filter?: readonly string[];
  /** Its filter is folded away where a list has many. */
  seldom?: boolean;
  /** In which forms it can be entered; in the others it only shows. */
  form?: 'always' | 'create';
  /** Entered only where this holds for the other values of the form; elsewhere it has no value. */
  onlyIf?(values: FormValues): boolean;
  /** Stands in the form out of use where it is not entered, so that those after it do not move. */
  keepsPlace?: boolean;
  /** Required by a rule between fields, which the single field's rule does not tell. */
  required?: boolean;
  /** Title of the section of the form in which it is entered with its neighbours; it is closed until somebody needs it. */
  section?: MessageKey;
  /** A new record begins with what the list is filtered by, where its filter is of the same name. */
  fromFilter?: boolean;
  /** Left out of the detail dialog. */
  hidden?: boolean;
}

export interface Column {
  width: number;
  /** The server's words for both orders. */
  sort?: { ascending?: string; descending?: string };
  /** Not shown until the reader asks for it. */
  optional?: boolean;
}

export type ListQuery = Record<string, unknown>;
export type FormValues = Record<string, unknown>;

export interface ResourceApi<Row> {
  list: (query: ListQuery, signal: AbortSignal) => Promise<Page<Row>>;
  get?: (id: number, signal: AbortSignal) => Promise<Row>;
  /** The record with everything that an edit form needs, where `get` masks some of it. */
  getForEdit?: (id: number, signal: AbortSignal) => Promise<FormValues>;
  create?: (values: FormValues) => Promise<Row>;
  update?: (id: number, values: FormValues) => Promise<Row>;
  remove?: (id: number) => Promise<{ revisionId?: number | null }>;
  revisions?: (id: number, page: number, signal: AbortSignal) => Promise<Page<Revision>>;
  /** Queues a job that writes the list to a file. */
  export?: (query: ListQuery, options: Body<'ExportMembers'>) => Promise<Answer<'GetJob'>>;
  /** Queues a job that changes or removes several records; the query says which list they are of. */
  bulk?: (query: ListQuery, body: BulkBody) => Promise<Answer<'GetJob'>>;
}

/** What is done to which records. */
export interface BulkBody extends Omit<Body<'BulkMembers'>, 'changes'> {
  changes?: FormValues;
}

/** Several records of a list, and what is to be done with them. */
export interface BulkAsked {
  action: 'CHANGE' | 'DELETE';
  selection: Pick<BulkBody, 'selection' | 'recordIds'>;
  /** What the list is filtered by. */
  matching: ListQuery;
  /** What the selected records have in common. */
  like: FormValues;
}

export interface RecordHome {
  /** What its screen is called, and the record's address there. */
  title: MessageKey;
  path: string;
}

/** A list of records that depend on one, as it is filtered for that one. */
export interface DependentList {
  screen: { path: string; title: MessageKey };
  filters: Record<string, string>;
}

export interface Resource<Row extends ResourceRecord> {
  /** Root of its query keys, and what the reader's choice of columns is kept under. */
  key: string;
  /** Address of its screen. */
  path: string;
  title: MessageKey;
  /** Titles of the forms and the texts around a removal, by record name. */
  texts?: { create: MessageKey; edit: MessageKey; remove: MessageKey };
  /** What stands in the place of a list without records, where that needs saying otherwise than everywhere. */
  whenEmpty?: { title: MessageKey; hint?: MessageKey };
  idOf: (record: Row) => number;
  nameOf: (record: Row) => string;
  /** What it is called where it is removed, if its name alone is that of somebody who is not. */
  removedAs?: (record: Row) => string;
  /** Where a record belongs that can be read here and is another screen's. */
  homeOf?: (record: Row) => RecordHome | undefined;
  /** Where the records are listed that depend on one, by the names that the server has for them. */
  dependentsOf?: (record: Row) => Record<string, readonly DependentList[]>;
  api: ResourceApi<Row>;
  fields: readonly AnyField<Row>[];
  /** Name of the form's rules in the shared core. */
  form?: string;
  /** Its records can be changed and removed together. */
  bulk?: {
    /** Fields of the form that can be changed of many at once. */
    fields: readonly string[];
    /** Name of their rules in the shared core. */
    form: string;
  };
  /** Name of the rules of the list's filters, likewise. */
  filterForm: string;
  /** Values that every record of this screen has and nobody enters. */
  fixedValues?: FormValues;
  /** What every list of this screen is asked for, whatever its address says. */
  fixedFilters?: ListQuery;
  /** Whether the next page is asked for by the last row of this one, which stays quick on any page. */
  pagesByKey?: boolean;
  /** What was deleted can be restored for a while: its name in histories. */
  bin?: string;
  /** Records can be copied, into a form without their value of this field. */
  copyWithout?: string;
  /** A record has a page of its own instead of a dialog over its list. */
  detailIsPage?: boolean;
  /** A record stays as it was made, and each reading of one is noted: it is asked for once each time that it is opened. */
  neverChanges?: boolean;
  /** Which of its exports need a reason: every one, or one of many rows, each of which is a person. */
  exportReason?: 'every' | 'many';
  /** Order of the list where the address names none, which may depend on what is sought. */
  defaultSort?: string | ((filters: ListQuery) => string);
  /** The dialog that follows when a record was registered, below its own address. */
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
    changes?: AskedChanges<FormValues>;
    /** What the entered values will look like to their readers: a second tab of the forms. */
    preview?: ComponentType<{ values: FormValues }>;
  };
}

export function valueOf<Row>(field: AnyField<Row>, record: Row): unknown {
  return field.value ? field.value(record) : (record as Record<string, unknown>)[field.name];
}

/** Whether a value is one. */
export function isEntered(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== '';
}

/** Whether a field is asked for where the others have these values. */
export function isAsked<Row>(field: AnyField<Row>, values: FormValues): boolean {
  return field.onlyIf?.(values) ?? true;
}

/** Whether a column shows: as the reader chose, or else as the definition says. */
export function isShown<Row>(field: AnyField<Row>, choice: Record<string, boolean>): boolean {
  return choice[field.name] ?? field.column?.optional !== true;
}

/**
 * The columns as the reader has ordered them; those that came since stand at the end. The first one stays the first: it
 * says which row it is, and is the way into it.
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
