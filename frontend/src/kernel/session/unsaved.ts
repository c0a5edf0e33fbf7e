// Whether something is being written that would be lost with its page. Forms say so as long as they hold
// changes; a session that ends meanwhile waits for its person to come back.
const holders = new Set<symbol>();

/** Answers what says that there is nothing left to lose. */
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
