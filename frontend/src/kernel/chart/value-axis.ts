// The range and ticks of a value axis: round numbers, a small margin, and a minimum range so that
// small changes do not look large.
const MAX_STEPS = 5;
const ROOM = 0.08;

export interface ValueAxis {
  least: number;
  most: number;
  step: number;
}

/** Returns the smallest step of 1, 2 or 5 times a power of ten that results in few enough ticks. */
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
  // Whole steps, and never below zero: no measured value is negative.
  const first = Math.max(0, Math.floor((middle - span / 2) / step));
  const last = Math.ceil((middle + span / 2) / step);
  return { least: inSteps(first, step), most: inSteps(last, step), step };
}

/** Returns the number of decimals that all ticks need, so that 1.0 stands between 0.8 and 1.2. */
export function decimalsOfTicks({ step }: ValueAxis): number {
  return Math.max(0, -Math.floor(Math.log10(step)));
}

/** Removes binary rounding errors: 3 × 0.1 is 0.3. */
function inSteps(count: number, step: number): number {
  return Number((count * step).toPrecision(12));
}
