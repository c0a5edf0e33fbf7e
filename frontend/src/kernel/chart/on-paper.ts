// Whether what is drawn is for paper: nothing moves there, and nothing can be pressed.
import { createContext } from 'react';

export const OnPaper = createContext(false);
