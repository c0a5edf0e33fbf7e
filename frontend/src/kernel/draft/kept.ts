// The storage keys of drafts. A browser that blocks storage has none.

const PREFIX = 'uno-draft:';

/** Returns the prefix of the keys of an account's drafts. */
export function startOf(accountId: number): string {
  return `${PREFIX}${String(accountId)}:`;
}

/** Removes the drafts of an account that signs out. */
export function dropDraftsOf(accountId: number): void {
  for (const name of draftNames()) {
    if (name.startsWith(startOf(accountId))) removeStored(name);
  }
}

export function draftNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  } catch {
    return [];
  }
}

export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function removeStored(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}
