// Where drafts lie in the browser, and whose they are; a browser that keeps nothing has none.

const PREFIX = 'uno-draft:';

/** How the names of an account's drafts begin. */
export function startOf(accountId: number): string {
  return `${PREFIX}${String(accountId)}:`;
}

/** Whoever signs out leaves none behind. */
export function dropDraftsOf(accountId: number): void {
  for (const name of draftNames()) {
    if (name.startsWith(startOf(accountId))) removeKept(name);
  }
}

export function draftNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  } catch {
    return [];
  }
}

export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function removeKept(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing is kept there either.
  }
}
