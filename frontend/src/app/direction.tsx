// Sets Mantine's text direction, by which it mirrors its components. The document's own direction
// changes with the language; this component follows it without remounting the page, so that a
// change of language keeps the user's input.
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
