// Name of the route that answers every unknown address.
export const NOT_FOUND = 'not-found';

/** Which history a print is of, its address says and not its path: the server answers who may not read that. */
export const PRINT = 'print';

/** Likewise, with another kind where none is named. */
export const SURVEY_PRINT = 'survey-print';

/** A member's own print, which the server shows to that member alone. */
export const OWN_PRINT = 'own-print';

/** What is shown whatever the menu holds. */
export const UNGATED: readonly string[] = [NOT_FOUND, PRINT, SURVEY_PRINT, OWN_PRINT];
