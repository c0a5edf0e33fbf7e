// Three-way merge of two users' changes to one record. Against the common base, each field is
// classified by who changed it. A field that only one user changed is merged; for a field that both
// changed, the user must choose.
import type { Entries, Kind } from '~/kernel/field/kind';
import type { FormValues } from '~/kernel/resource/definition';

/** A form field, reduced to what the comparison needs. */
export interface ComparedField {
  name: string;
  kind: Kind;
  form?: 'always' | 'create';
}

/** The three versions of the form's values. */
export interface Versions<Value = FormValues> {
  /** The common base. */
  before: Value;
  /** The version that another user saved in the meantime. */
  standing: Value;
  /** The version that could not be saved over it. */
  entered: Value;
}

export interface Difference<Field extends ComparedField = ComparedField> extends Versions<unknown> {
  /** As in histories: `name`, or `names[en]` for an entry of a list. */
  path: string;
  field: Field;
  /** The key of the list entry. */
  entry?: string;
  changedBy: 'other' | 'self' | 'both';
}

export type Choice = 'standing' | 'entered';

/** Returns which of the two values is kept, or undefined if the user has not chosen yet. */
export function keptOf(
  { path, changedBy }: Difference,
  choices: ReadonlyMap<string, Choice>,
): Choice | undefined {
  if (changedBy === 'both') return choices.get(path);
  return changedBy === 'other' ? 'standing' : 'entered';
}

/** Returns the fields whose saved and entered values differ. */
export function differencesOf<Field extends ComparedField>(
  fields: readonly Field[],
  { before, standing, entered }: Versions,
): Difference<Field>[] {
  return fields
    .filter(({ form }) => form)
    .flatMap((field) => {
      const { name } = field;
      const values = {
        before: before[name],
        standing: standing[name],
        entered: entered[name],
      };
      const { entries } = field.kind;
      if (!entries) return difference({ path: name, field }, values);
      const [first, second, third] = [values.before, values.standing, values.entered].map((value) =>
        entries.of(value),
      );
      return keysOf(entries, values).flatMap((entry) =>
        difference(
          { path: `${name}[${entry}]`, field, entry },
          { before: first?.get(entry), standing: second?.get(entry), entered: third?.get(entry) },
        ),
      );
    });
}

/** Returns the form's values after the merge. Unresolved fields keep the entered value. */
export function merged(
  fields: readonly ComparedField[],
  versions: Versions,
  choices: ReadonlyMap<string, Choice>,
): FormValues {
  const values = { ...versions.standing };
  for (const found of differencesOf(fields, versions)) {
    const kept = keptOf(found, choices) ?? 'entered';
    if (kept === 'standing') continue;
    const { field, entry } = found;
    const { entries } = field.kind;
    values[field.name] =
      entries && entry !== undefined
        ? withEntry(entries, values[field.name], entry, found.entered)
        : found.entered;
  }
  return values;
}

function difference<Field extends ComparedField>(
  where: Pick<Difference<Field>, 'path' | 'field' | 'entry'>,
  values: Versions<unknown>,
): Difference<Field>[] {
  const { before, standing, entered } = values;
  if (isSame(standing, entered)) return [];
  const changedBy = isSame(before, entered) ? 'other' : isSame(before, standing) ? 'self' : 'both';
  return [{ ...where, ...values, changedBy }];
}

/**
 * Returns the keys of all three versions: first those of the saved version in their order, then the
 * others.
 */
function keysOf(entries: Entries, { before, standing, entered }: Versions<unknown>): string[] {
  return [
    ...new Set([standing, entered, before].flatMap((value) => [...entries.of(value).keys()])),
  ];
}

function withEntry(entries: Entries, value: unknown, key: string, entry: unknown): unknown {
  const next = new Map(entries.of(value));
  if (entry === undefined) next.delete(key);
  else next.set(key, entry);
  return entries.together(next);
}

/**
 * Returns whether two values are equal for the server: a form has several empty values, and the
 * server trims texts.
 */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(tidy(one)) === JSON.stringify(tidy(other));
}

function tidy(value: unknown): unknown {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object') return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => [name, tidy(part)]);
}
