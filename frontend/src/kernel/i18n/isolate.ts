// Text inside other text that must not take part in the order in which that is read: Unicode's marks say so
// where no element can.

/** Read in its own direction, whatever stands around it. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** Read from left to right, such as figures with signs. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}
