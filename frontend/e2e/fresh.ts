// Returns a name that no test has used before, not even this one on an earlier try: records of that
// try may still exist.
export function fresh(name: string): string {
  return `${name}-${Date.now().toString(36)}`;
}
