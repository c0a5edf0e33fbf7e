// Days and ages, counted in Seoul.
export { ageAt, today, weekOf, type Week } from '@uno/core';
