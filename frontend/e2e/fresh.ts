// A name that no test has used before, not even this one when it is tried again: what was left by then is another's.
export function fresh(name: string): string {
  return `${name}-${Date.now().toString(36)}`;
}
