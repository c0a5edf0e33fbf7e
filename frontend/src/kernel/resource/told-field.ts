// What a history calls the fields of a record: as its forms and details do, and never by the bare name.
import { text, textIfKnown } from '~/kernel/i18n/i18n';
import { LANGUAGES } from '~/kernel/i18n/languages';
import type { AnyField } from './definition';

/**
 * The field that a history tells of. What a number names is told by name, so that `companyName` is the field `companyId`
 * of the form, also where lists are searched by a field of that name.
 */
export function toldField<Row>(
  fields: readonly AnyField<Row>[],
  name: string,
): AnyField<Row> | undefined {
  const byNumber = name.endsWith('Name') ? `${name.slice(0, -'Name'.length)}Id` : undefined;
  const numbered = fields.find((field) => field.name === byNumber);
  return numbered?.form ? numbered : (fields.find((field) => field.name === name) ?? numbered);
}

/** What stands where a text is missing for a name that another release of the server has told. */
export function unknownFieldName(): string {
  return text('revision.otherField');
}

/** The label of a field that a history tells of, and where one entry of a list has changed, of that: `names[en]`. */
export function toldName<Row>(fields: readonly AnyField<Row>[], path: string): string {
  const [name, entry] = partsOf(path);
  const field = toldField(fields, name);
  const label = field ? text(field.label) : textIfKnown(`field.name.${name}`);
  return withEntry(label ?? unknownFieldName(), entry);
}

/** The name of a field and the entry of its list, where it has one: `allowedMenuItems[/history]`. */
export function partsOf(path: string): [name: string, entry: string | undefined] {
  const [name = '', entry] = path.split(/[[\]]/);
  return [name, entry];
}

/** Entries are screens by their addresses, or languages by their tags. */
export function withEntry(label: string, entry: string | undefined): string {
  if (entry === undefined) return label;
  const language = LANGUAGES.find(({ tag }) => tag === entry)?.name;
  return `${label} · ${language ?? textIfKnown(`menu.${entry}`) ?? entry}`;
}
