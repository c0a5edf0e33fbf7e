// The six calls that most resources have, made from the resource's name: `Company` is listed by `ListCompanies`, read
// by `GetCompany`, and so on. A name that the contract does not have this way does not compile.
import { call, type Answer, type Body, type EndpointName, type Endpoints } from '~/domain/client';
import type { FormValues, ListQuery, Page, ResourceApi, Revision } from './definition';

/** The word for several, as the contract's names form it; `pluralOf` does the same. */
export type Plural<Name extends string> = Name extends `${string}s`
  ? Name
  : Name extends `${string}${'a' | 'e' | 'o' | 'u'}y`
    ? `${Name}s`
    : Name extends `${infer Stem}y`
      ? `${Stem}ies`
      : `${Name}s`;

/** What the usual calls of a resource are called. */
export interface UsualNames<Name extends string> {
  list: `List${Plural<Name>}`;
  get: `Get${Name}`;
  create: `Create${Name}`;
  update: `Update${Name}`;
  remove: `Delete${Name}`;
  revisions: `List${Name}Revisions`;
}

export type Verb = keyof UsualNames<string>;

type IdKey<Name extends string> = `${Uncapitalize<Name>}Id`;
type Known<Name> = Extract<Name, EndpointName>;

/** The resources of the contract: what can be listed, and read by its own id. */
export type ResourceName = {
  [K in EndpointName]: K extends `Get${infer Name}`
    ? UsualNames<Name>['list'] extends EndpointName
      ? Endpoints[K]['path'] extends Record<IdKey<Name>, number>
        ? Name
        : never
      : never
    : never;
}[EndpointName];

/** The usual calls that the contract does not have for a resource. */
export type MissingVerb<Name extends ResourceName> = {
  [V in Verb]: UsualNames<Name>[V] extends EndpointName ? never : V;
}[Verb];

type ListRow<Name extends ResourceName> =
  Answer<Known<UsualNames<Name>['list']>> extends { data: (infer Row)[] } ? Row : never;

/** A record as a list or the single call answers it: what only the latter has may be absent. */
export type RecordOf<Name extends ResourceName> = ListRow<Name> &
  Partial<Omit<Answer<Known<UsualNames<Name>['get']>>, keyof ListRow<Name>>>;

/** What a record's form sends; of one that is made otherwise, what changes it. */
export type SaveOf<Name extends ResourceName> = UsualNames<Name>['create'] extends EndpointName
  ? NonNullable<Body<Known<UsualNames<Name>['create']>>>
  : UsualNames<Name>['update'] extends EndpointName
    ? NonNullable<Body<Known<UsualNames<Name>['update']>>>
    : object;

/** What can be changed of many records at once. */
export type ChangesOf<Name extends ResourceName> =
  Body<Known<`Bulk${Plural<Name>}`>> extends { changes?: infer Changes }
    ? NonNullable<Changes>
    : object;

/** What a list can be asked for. */
export type FilterOf<Name extends ResourceName> = NonNullable<
  Endpoints[Known<UsualNames<Name>['list']>]['query']
>;

/** The record's own number on the wire, such as `companyId`; also the placeholder in the path of its calls. */
export function idKeyOf(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}Id`;
}

/** `AdminBoards` of `AdminBoard`. */
export function pluralOf(name: string): string {
  if (name.endsWith('s')) return name;
  return /[^aeou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

type Send = (endpoint: string, request: object, signal?: AbortSignal) => Promise<unknown>;

/** Typed by what they are used for; whether the contract has them is checked where the resource is defined. */
export function usualCalls<Row>(name: string): Required<Omit<ResourceApi<Row>, 'getForEdit'>> {
  // The names are made of the resource's, which the type of `call` cannot follow.
  const send = call as unknown as Send;
  const path = (id: number) => ({ [idKeyOf(name)]: id });
  const answer = <T>(endpoint: string, request: object, signal?: AbortSignal) =>
    send(endpoint, request, signal) as Promise<T>;
  return {
    list: (query: ListQuery, signal) =>
      answer<Page<Row>>(`List${pluralOf(name)}`, { query }, signal),
    get: (id, signal) => answer<Row>(`Get${name}`, { path: path(id) }, signal),
    create: (body: FormValues) => answer<Row>(`Create${name}`, { body }),
    update: (id, body) => answer<Row>(`Update${name}`, { path: path(id), body }),
    remove: (id) => answer(`Delete${name}`, { path: path(id) }),
    revisions: (id, page, signal) =>
      answer<Page<Revision>>(`List${name}Revisions`, { path: path(id), query: { page } }, signal),
    export: (query, body) => answer<Answer<'GetJob'>>(`Export${pluralOf(name)}`, { query, body }),
    bulk: (query, body) => answer<Answer<'GetJob'>>(`Bulk${pluralOf(name)}`, { query, body }),
  };
}
