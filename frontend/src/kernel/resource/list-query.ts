// What a list asks the server, and what the rules say against it.
import { validate } from '~/domain/validation';
import { fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import type { ListState } from '~/kernel/url/list-state';
import type { AnyField, ListQuery, Page, Resource, ResourceRecord } from './definition';

interface CheckedFilters {
  query: ListQuery;
  /** What is wrong with a filter, by parameter: as long as there is any, nothing is asked for. */
  errors: Record<string, string>;
}

/**
 * The filters in the address. A list without the one that is wrong would be another list than the reader has
 * asked for, and look like it.
 */
export function checkedFilters<Row extends ResourceRecord>(
  resource: Pick<Resource<Row>, 'fields' | 'filterForm'>,
  state: ListState,
): CheckedFilters {
  const query = filterQuery(resource.fields, state.filters);
  const errors: Record<string, string> = {};
  for (const violation of validate(resource.filterForm, query)) {
    // Of several values it is one: `ageDecades[1]`.
    const [parameter = ''] = violation.path.split(/[.[]/);
    errors[parameter] = fieldErrorText(violation);
  }
  return { query, errors };
}

/** The query from the parameters in the address; unknown parameters are passed over. */
function filterQuery<Row>(
  fields: readonly AnyField<Row>[],
  filters: Record<string, string[]>,
): ListQuery {
  const query: ListQuery = {};
  for (const field of fields) {
    for (const parameter of field.filter ?? []) {
      const values = filters[parameter];
      if (values === undefined || values.length === 0) continue;
      query[parameter] = field.kind.toQuery ? field.kind.toQuery(values) : values[0];
    }
  }
  return query;
}

/**
 * A page of a list. What leads on from the page before is worth nothing to another account, in another
 * order or after the server's secret was changed: then the page is found by its number.
 */
export async function listPage<Row extends ResourceRecord>(
  { api }: Pick<Resource<Row>, 'api'>,
  query: ListQuery,
  signal: AbortSignal,
): Promise<Page<Row>> {
  try {
    return await api.list(query, signal);
  } catch (error) {
    const { after, ...byNumber } = query;
    const refused = fieldErrorsOf(error).some(({ path }) => path === 'after');
    if (after === undefined || !refused) throw error;
    return api.list(byNumber, signal);
  }
}

/** What the address says about the order and the page that this list does not know. */
export function wrongPlaceOf<Row extends ResourceRecord>(
  resource: Resource<Row>,
  state: ListState,
): string[] {
  const known = resource.fields.flatMap(({ column }) => [
    column?.sort?.ascending,
    column?.sort?.descending,
  ]);
  const sorts =
    state.sort === undefined || state.sort === resource.defaultSort || known.includes(state.sort);
  return sorts ? state.wrong : [...state.wrong, `sort=${state.sort ?? ''}`];
}
