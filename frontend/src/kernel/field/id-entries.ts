// Lists of ids that belong to a record. Each id is compared as a boolean entry.
import type { Entries } from './kind';
import { flagKind } from './choice-kind';

export const idEntries: Omit<Entries, 'nameOf'> = {
  of: (value) => new Map((Array.isArray(value) ? value : []).map((id) => [String(id), true])),
  together: (entries) => [...entries.keys()].map(Number),
  show: (entry) => flagKind.show(entry === true),
};
