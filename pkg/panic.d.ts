/** Returns whether a caught value is a panic of the module. */
export function isPanic(error: unknown): boolean;

/**
 * Calls `handler` for the first uncaught panic, but at most once in five minutes per tab, across
 * page loads. A panic that comes sooner goes to `again`, by default to the browser's console.
 * Returns a function that stops listening.
 */
export function whenPanicked(handler: (error: Error) => void, again?: (error: Error) => void): () => void;
