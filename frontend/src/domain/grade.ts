// Grades by the rules that the server has too.
export { gradeOf, gradePhysical } from '@uno/core';
