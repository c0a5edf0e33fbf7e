// Right-to-left for the languages that are written so; Mantine mirrors its components by it. The page's own
// direction is set with its language, and followed here without drawing anything anew: what is being
// typed survives a change of language.
import { DirectionProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { currentLanguage } from '~/kernel/i18n/i18n';
import { languageOf } from '~/kernel/i18n/languages';

export function Direction({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={languageOf(currentLanguage()).direction}>
      {children}
    </DirectionProvider>
  );
}
