// The range and the steps of a chart's values: round numbers, a little room around the line, and never so
// narrow that a small change looks like a large one.
const MAX_STEPS = 5;
const ROOM = 0.08;

export interface ValueAxis {
  least: number;
  most: number;
  step: number;
}

/** 1, 2 or 5 times a power of ten: the smallest that takes few enough steps. */
function roundStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span / MAX_STEPS));
  return ([1, 2, 5].find((times) => span / (times * power) <= MAX_STEPS) ?? 10) * power;
}

export function valueAxis(values: readonly number[], leastSpan: number): ValueAxis {
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const span = Math.max((highest - lowest) * (1 + 2 * ROOM), leastSpan);
  const middle = (lowest + highest) / 2;
  const step = roundStep(span);
  // In whole steps, and none of what is measured is below zero.
  const first = Math.max(0, Math.floor((middle - span / 2) / step));
  const last = Math.ceil((middle + span / 2) / step);
  return { least: inSteps(first, step), most: inSteps(last, step), step };
}

/** Without the crumbs of binary fractions: 3 × 0.1 is 0.3. */
function inSteps(count: number, step: number): number {
  return Number((count * step).toPrecision(12));
}
