// After a panic the Rust core must not be used any more; the page must be reloaded.
export { isPanic, whenPanicked } from '@uno/core/panic';
