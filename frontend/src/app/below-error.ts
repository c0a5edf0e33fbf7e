// Places a calendar that opens below its input below the input's error, too: the error states what
// to choose.

/** The distance between an input, or its error, and the calendar. */
const DISTANCE = 8;

interface Placed {
  placement: string;
  elements: { reference: object };
}

function distance({ placement, elements: { reference } }: Placed): number {
  if (!placement.startsWith('bottom') || !(reference instanceof Element)) return DISTANCE;
  const error = reference
    .closest('.mantine-InputWrapper-root')
    ?.querySelector('.mantine-InputWrapper-error');
  if (!error) return DISTANCE;
  const below = error.getBoundingClientRect().bottom - reference.getBoundingClientRect().bottom;
  return Math.max(0, below) + DISTANCE;
}

// The positioning library accepts a function here, which the component's type does not declare.
export const belowError = distance as unknown as number;
