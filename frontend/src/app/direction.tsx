// Right-to-left for the languages that are written so; Mantine mirrors its components by it.
import { DirectionProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage } from '~/kernel/i18n/i18n';
import { languageOf } from '~/kernel/i18n/languages';

export function Direction({ children }: { children: ReactNode }) {
  const { direction } = languageOf(useLanguage());
  return (
    // The key makes the provider take the new direction when the language changes.
    <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
      {children}
    </DirectionProvider>
  );
}
