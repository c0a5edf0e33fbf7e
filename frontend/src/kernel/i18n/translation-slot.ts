// Where the machine-translation widget stands.
export const TRANSLATION_SLOT = 'machine-translation';
