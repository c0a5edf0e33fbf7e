// Which screens the caller may see and what the caller may do there.
export { accessOf } from '@uno/core';
