// Labels of the fields in a history. They are the labels of forms and details, never bare names.
import { text, textIfKnown } from '~/kernel/i18n/i18n';
import { LANGUAGES } from '~/kernel/i18n/languages';
import type { AnyField } from './definition';

/**
 * Returns the field that a history entry refers to. Histories record ids by name, so `companyName`
 * matches the form's field `companyId`, even if lists are searched by a field of that name.
 */
export function historyField<Row>(
  fields: readonly AnyField<Row>[],
  name: string,
): AnyField<Row> | undefined {
  const byNumber = name.endsWith('Name') ? `${name.slice(0, -'Name'.length)}Id` : undefined;
  const numbered = fields.find((field) => field.name === byNumber);
  return numbered?.form ? numbered : (fields.find((field) => field.name === name) ?? numbered);
}

/** Returns the label for an unknown field name, sent by another release of the server. */
export function unknownFieldName(): string {
  return text('revision.otherField');
}

/**
 * Returns the label of a field in a history, including the changed entry of a list or map:
 * `names[en]`.
 */
export function historyFieldName<Row>(fields: readonly AnyField<Row>[], path: string): string {
  const [name, entry] = partsOf(path);
  const field = historyField(fields, name);
  const label = field ? text(field.label) : textIfKnown(`field.name.${name}`);
  return withEntry(label ?? unknownFieldName(), entry);
}

/** Splits a path into the name of the field and its entry, if any: `allowedMenuItems[/history]`. */
export function partsOf(path: string): [name: string, entry: string | undefined] {
  const [name = '', entry] = path.split(/[[\]]/);
  return [name, entry];
}

/** Adds the entry to a label. Entries are addresses of screens or language tags. */
export function withEntry(label: string, entry: string | undefined): string {
  if (entry === undefined) return label;
  const language = LANGUAGES.find(({ tag }) => tag === entry)?.name;
  return `${label} · ${language ?? textIfKnown(`menu.${entry}`) ?? entry}`;
}
