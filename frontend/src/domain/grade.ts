// Grades of physical measurements, by the rules that the server has too.
export { gradePhysical } from '@uno/core';
