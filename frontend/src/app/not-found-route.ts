// Name of the route that answers every unknown address.
export const NOT_FOUND = 'not-found';

/** Which history a print is of, its address says and not its path: the server answers who may not read that. */
export const PRINT = 'print';

/** What is shown whatever the menu holds. */
export const UNGATED: readonly string[] = [NOT_FOUND, PRINT];
