// Days and ages, counted in Seoul.
export { ageAt, today } from '@uno/core/bundler';
