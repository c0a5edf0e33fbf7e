// Tracks whether there is unsaved input. Forms register while they are dirty; a session that ends
// meanwhile waits for its user to return.
const holders = new Set<symbol>();

/** Registers unsaved input. Returns a function that unregisters it. */
export function holdUnsaved(): () => void {
  const holder = Symbol();
  holders.add(holder);
  return () => {
    holders.delete(holder);
  };
}

export function hasUnsaved(): boolean {
  return holders.size > 0;
}
