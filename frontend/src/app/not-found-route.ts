// Id of the route that matches every unknown address.
export const NOT_FOUND = 'not-found';

/**
 * The query, not the path, of a print's address names the history. The server checks who may read
 * it.
 */
export const PRINT = 'print';

/** The same, with another default kind. */
export const SURVEY_PRINT = 'survey-print';

/** A member's own print. The server returns it only to that member. */
export const OWN_PRINT = 'own-print';

/** Routes that are shown regardless of the menu. */
export const UNGATED: readonly string[] = [NOT_FOUND, PRINT, SURVEY_PRINT, OWN_PRINT];
