// The six standard calls of a resource, derived from its name: `Company` is listed by
// `ListCompanies`, read by `GetCompany`, and so on. A name that the contract lacks does not
// compile.
import { call, type Answer, type Body, type EndpointName, type Endpoints } from '~/domain/client';
import type { FormValues, ListQuery, Page, ResourceApi, Revision } from './definition';

/** The plural of a name as the contract forms it. `pluralOf` does the same at run time. */
export type Plural<Name extends string> = Name extends `${string}s`
  ? Name
  : Name extends `${string}${'a' | 'e' | 'o' | 'u'}y`
    ? `${Name}s`
    : Name extends `${infer Stem}y`
      ? `${Stem}ies`
      : `${Name}s`;

/** The names of a resource's standard calls. */
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

/** The resources of the contract: those that can be listed, and read by their own id. */
export type ResourceName = {
  [K in EndpointName]: K extends `Get${infer Name}`
    ? UsualNames<Name>['list'] extends EndpointName
      ? Endpoints[K]['path'] extends Record<IdKey<Name>, number>
        ? Name
        : never
      : never
    : never;
}[EndpointName];

/** The standard calls that the contract lacks for a resource. */
export type MissingVerb<Name extends ResourceName> = {
  [V in Verb]: UsualNames<Name>[V] extends EndpointName ? never : V;
}[Verb];

type ListRow<Name extends ResourceName> =
  Answer<Known<UsualNames<Name>['list']>> extends { data: (infer Row)[] } ? Row : never;

/**
 * A record as returned by the list or by the single call. Fields that only the single call returns
 * are optional.
 */
export type RecordOf<Name extends ResourceName> = ListRow<Name> &
  Partial<Omit<Answer<Known<UsualNames<Name>['get']>>, keyof ListRow<Name>>>;

/** The body of a resource's create call, or of its update call if it has no create call. */
export type SaveOf<Name extends ResourceName> = UsualNames<Name>['create'] extends EndpointName
  ? NonNullable<Body<Known<UsualNames<Name>['create']>>>
  : UsualNames<Name>['update'] extends EndpointName
    ? NonNullable<Body<Known<UsualNames<Name>['update']>>>
    : object;

/** The fields that can be changed in bulk. */
export type ChangesOf<Name extends ResourceName> =
  Body<Known<`Bulk${Plural<Name>}`>> extends { changes?: infer Changes }
    ? NonNullable<Changes>
    : object;

/** The parameters of the list call. */
export type FilterOf<Name extends ResourceName> = NonNullable<
  Endpoints[Known<UsualNames<Name>['list']>]['query']
>;

/**
 * Returns the name of the record's id on the wire, such as `companyId`. It is also the placeholder
 * in the paths of its calls.
 */
export function idKeyOf(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}Id`;
}

/** Returns `AdminBoards` for `AdminBoard`. */
export function pluralOf(name: string): string {
  if (name.endsWith('s')) return name;
  return /[^aeou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

type Send = (endpoint: string, request: object, signal?: AbortSignal) => Promise<unknown>;

/**
 * Builds the standard calls. The caller picks the types; `resource` checks that the contract has
 * the calls.
 */
export function usualCalls<Row>(name: string): Required<Omit<ResourceApi<Row>, 'getForEdit'>> {
  // The names are computed from the resource's name, which the type of `call` cannot express.
  const send = call as unknown as Send;
  const path = (id: number) => ({ [idKeyOf(name)]: id });
  const answer = <T>(endpoint: string, request: object, signal?: AbortSignal) =>
    send(endpoint, request, signal) as Promise<T>;
  return {
    list: (query: ListQuery, signal) =>
      answer<Page<Row>>(`List${pluralOf(name)}`, { query }, signal),
    get: (id, signal) => answer<Row>(`Get${name}`, { path: path(id) }, signal),
    create: (body: FormValues, idempotencyKey) =>
      answer<Row>(`Create${name}`, { body, idempotencyKey }),
    update: (id, body) => answer<Row>(`Update${name}`, { path: path(id), body }),
    remove: (id) => answer(`Delete${name}`, { path: path(id) }),
    revisions: (id, page, signal) =>
      answer<Page<Revision>>(`List${name}Revisions`, { path: path(id), query: { page } }, signal),
    export: (query, body) => answer<Answer<'GetJob'>>(`Export${pluralOf(name)}`, { query, body }),
    bulk: (query, body) => answer<Answer<'GetJob'>>(`Bulk${pluralOf(name)}`, { query, body }),
  };
}
