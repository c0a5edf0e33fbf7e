// Whether the content is rendered for print, without animation and interaction, and which of its
// charts are still to be drawn: their code is loaded after the content is rendered.
import { createContext } from 'react';

export const OnPaper = createContext(false);

/** Called when a chart appears, and again when it is drawn or gone. */
export const ChartsOnPaper = createContext<((chart: string, isDrawn: boolean) => void) | undefined>(
  undefined,
);
