// The query of a list, and its validation errors.
import { validate } from '~/domain/validation';
import { fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import type { ListState } from '~/kernel/url/list-state';
import type { AnyField, ListQuery, Page, Resource, ResourceRecord } from './definition';

interface CheckedFilters {
  query: ListQuery;
  /** The error messages of the filters, by parameter. If there are any, nothing is fetched. */
  errors: Record<string, string>;
}

/**
 * Validates the filters of the address. An invalid filter is not dropped: the list would show other
 * rows than requested without any sign of it.
 */
export function checkedFilters<Row extends ResourceRecord>(
  resource: Pick<Resource<Row>, 'fields' | 'filterForm'>,
  state: ListState,
): CheckedFilters {
  const query = filterQuery(resource.fields, state.filters);
  const errors: Record<string, string> = {};
  for (const violation of validate(resource.filterForm, query)) {
    // Paths may point to one of several values: `ageDecades[1]`.
    const [parameter = ''] = violation.path.split(/[.[]/);
    errors[parameter] = fieldErrorText(violation);
  }
  return { query, errors };
}

/** Builds the query from the parameters of the address. Unknown parameters are ignored. */
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
 * Loads a page of a list. A cursor is invalid for another account, another sort order, or after the
 * server's secret has changed. Then the page is loaded by its number.
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

/** Returns the page parameters and sort order of the address that this list does not know. */
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
