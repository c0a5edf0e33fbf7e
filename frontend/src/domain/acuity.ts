// Converts visual acuities of other scales to decimal acuity.
export { decimalAcuity } from '@uno/core';
