// Id of the widget's container.
export const TRANSLATION_SLOT = 'machine-translation';
