// The languages the console is made for. A language is offered once it has a catalogue.
import type { Messages } from '@lingui/core';

export interface Language {
  tag: string;
  /** The language's name in itself, so that whoever needs it can read it. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** Absent while the language has no catalogue. */
  load?: () => Promise<{ default: Record<string, unknown> }>;
}

export const FALLBACK_LANGUAGE = 'ko';

export const LANGUAGES: readonly Language[] = [
  { tag: 'ko', name: '한국어', direction: 'ltr', load: () => import('~/locales/ko.json') },
  { tag: 'en', name: 'English', direction: 'ltr', load: () => import('~/locales/en.json') },
  { tag: 'zh-CN', name: '简体中文', direction: 'ltr' },
  { tag: 'es', name: 'Español', direction: 'ltr' },
  { tag: 'ar', name: 'العربية', direction: 'rtl' },
  { tag: 'hi', name: 'हिन्दी', direction: 'ltr' },
  { tag: 'fr', name: 'Français', direction: 'ltr' },
  { tag: 'ru', name: 'Русский', direction: 'ltr' },
  { tag: 'ja', name: '日本語', direction: 'ltr' },
  { tag: 'pt', name: 'Português', direction: 'ltr' },
  { tag: 'de', name: 'Deutsch', direction: 'ltr' },
  { tag: 'vi', name: 'Tiếng Việt', direction: 'ltr' },
  { tag: 'th', name: 'ไทย', direction: 'ltr' },
  { tag: 'id', name: 'Bahasa Indonesia', direction: 'ltr' },
];

export const AVAILABLE_LANGUAGES = LANGUAGES.filter((language) => language.load !== undefined);

export function languageOf(tag: string): Language {
  const found = LANGUAGES.find((language) => language.tag === tag);
  if (!found) throw new Error(`Unknown language ${tag}`);
  return found;
}

/** The catalogue arrives compiled (see build/catalogues.ts), whatever TypeScript sees in the JSON. */
export async function loadMessages(language: Language): Promise<Messages> {
  const module = await language.load?.();
  return (module?.default ?? {}) as Messages;
}
