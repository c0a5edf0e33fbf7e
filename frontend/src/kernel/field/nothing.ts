// Placeholder for an absent value.
export const NOTHING = '–';
