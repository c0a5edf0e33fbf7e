/** Whether a caught value says that the module has failed inside. */
export function isPanic(error: unknown): boolean;

/** Calls `handler` at the first such failure that nobody caught; answers what stops listening. */
export function whenPanicked(handler: (error: Error) => void): () => void;
