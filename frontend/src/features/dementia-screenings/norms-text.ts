// Norms as CSV, the format in which they are loaded.
import type { Answer } from '~/domain/client';

export type Norm = Answer<'ListDementiaNorms'>['tables'][number]['norms'][number];

const HEAD = 'ageFrom,ageTo,educationFrom,educationTo,cut';

export function normsText(norms: readonly Norm[]): string {
  const lines = norms.map(({ ageFrom, ageTo, educationFrom, educationTo, cut }) =>
    [ageFrom, ageTo ?? '', educationFrom, educationTo ?? '', cut].join(','),
  );
  return `${[HEAD, ...lines].join('\n')}\n`;
}
