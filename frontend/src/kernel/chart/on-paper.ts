// Whether the content is rendered for print, without animation and interaction.
import { createContext } from 'react';

export const OnPaper = createContext(false);
