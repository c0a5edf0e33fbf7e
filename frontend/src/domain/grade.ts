// Grades, computed by the same rules as on the server.
export { gradeOf, gradePhysical } from '@uno/core';
