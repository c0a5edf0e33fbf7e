// When the Rust core fails inside it must not be used any more: the page loads it anew.
export { isPanic, whenPanicked } from '@uno/core/panic';
