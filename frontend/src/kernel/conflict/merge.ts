// Two people have changed one record. Against what both of them began with it is told field by field whose change is
// whose; what only one of them has changed is merged, and of what both have changed one has to be chosen.
import type { Entries, Kind } from '~/kernel/field/kind';
import type { FormValues } from '~/kernel/resource/definition';

/** A field of a form, as far as it is compared. */
export interface ComparedField {
  name: string;
  kind: Kind;
  form?: 'always' | 'create';
}

/** The form's values in the three states that matter. */
export interface Versions<Value = FormValues> {
  /** What both began with. */
  before: Value;
  /** What somebody else has saved meanwhile. */
  standing: Value;
  /** What could not be saved over it. */
  entered: Value;
}

export interface Difference<Field extends ComparedField = ComparedField> extends Versions<unknown> {
  /** As histories have it: `name`, and `names[en]` of an entry of a list. */
  path: string;
  field: Field;
  /** Which entry of a list it is. */
  entry?: string;
  changedBy: 'other' | 'self' | 'both';
}

export type Choice = 'standing' | 'entered';

/** Which of the two values is kept; undefined where that is not chosen yet. */
export function keptOf(
  { path, changedBy }: Difference,
  choices: ReadonlyMap<string, Choice>,
): Choice | undefined {
  if (changedBy === 'both') return choices.get(path);
  return changedBy === 'other' ? 'standing' : 'entered';
}

/** Where what stands is not what was entered. */
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

/** The form with what is kept of each difference. What is not chosen yet stays as it was entered. */
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

/** Those of any of the three, in the order of what stands, and behind them what it has no more or not yet. */
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

/** Whether two values say the same: a form may hold nothing in several ways, and the server trims what it is sent. */
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
