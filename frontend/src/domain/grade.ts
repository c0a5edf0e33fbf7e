// Grades by the rules that the server has too.
export { gradePhysical, gradesOf } from '@uno/core';
