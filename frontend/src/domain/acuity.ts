// Acuities as they are written on other scales than the decimal one.
export { decimalAcuity } from '@uno/core';
