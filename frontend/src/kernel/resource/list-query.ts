// What a list asks the server, and what the rules say against it.
import { validate } from '~/domain/validation';
import { fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import type { ListState } from '~/kernel/url/list-state';
import type { Field, ListQuery, Page, Resource, ResourceRecord } from './definition';

interface CheckedFilters {
  /** The filters that keep to the rules. */
  query: ListQuery;
  /** What is wrong with the others, by parameter. */
  errors: Record<string, string>;
}

/** The filters in the address, of which a half-typed one is told to the reader and not sent. */
export function checkedFilters<Row extends ResourceRecord>(
  resource: Pick<Resource<Row>, 'fields' | 'filterForm'>,
  state: ListState,
): CheckedFilters {
  const query = filterQuery(resource.fields, state.filters);
  const errors: Record<string, string> = {};
  for (const violation of validate(resource.filterForm, query)) {
    const [parameter = ''] = violation.path.split('.');
    errors[parameter] = fieldErrorText(violation);
  }
  const kept = Object.entries(query).filter(([parameter]) => !(parameter in errors));
  return { query: Object.fromEntries(kept), errors };
}

/** The query from the parameters in the address; unknown parameters are passed over. */
function filterQuery<Row>(
  fields: readonly Field<Row>[],
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
