/** Whether a caught value says that the module has failed inside. */
export function isPanic(error: unknown): boolean;

/**
 * Calls `handler` at the first such failure that nobody caught, but at most once in five minutes in a tab, whatever
 * pages are loaded in it meanwhile: a failure that comes sooner goes to `again`, or to the browser's console.
 * Answers what stops listening.
 */
export function whenPanicked(handler: (error: Error) => void, again?: (error: Error) => void): () => void;
