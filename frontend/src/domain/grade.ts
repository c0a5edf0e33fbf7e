// Grades by the rules that the server has too.
export { gradePhysical, whyGraded } from '@uno/core';
