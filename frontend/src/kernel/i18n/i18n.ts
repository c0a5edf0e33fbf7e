// The active language: one catalogue in memory at a time, the choice kept in local storage.
import { setupI18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import type ko from '~/locales/ko.json';
import { AVAILABLE_LANGUAGES, FALLBACK_LANGUAGE, languageOf, loadMessages } from './languages';

/** Every text of the console has a key in the Korean catalogue; a wrong key does not compile. */
export type MessageKey = keyof typeof ko;
export type MessageValues = Record<string, string | number>;

const STORAGE_KEY = 'uno-language';
const i18n = setupI18n();

export function currentLanguage(): string {
  return i18n.locale || FALLBACK_LANGUAGE;
}

export function text(key: MessageKey, values?: MessageValues): string {
  return i18n._(key, values);
}

/** For keys that come from the server, such as error codes: undefined when there is no such text. */
export function textIfKnown(key: string, values?: MessageValues): string | undefined {
  return key in i18n.messages ? i18n._(key, values) : undefined;
}

/** Redraws the component when the language changes. */
export function useText(): typeof text {
  useLanguage();
  return text;
}

export function useLanguage(): string {
  return useSyncExternalStore(
    (listener) => i18n.on('change', listener),
    () => currentLanguage(),
  );
}

export async function activateLanguage(tag: string): Promise<void> {
  const language = languageOf(tag);
  i18n.loadAndActivate({ locale: tag, messages: await loadMessages(language) });
  document.documentElement.lang = tag;
  document.documentElement.dir = language.direction;
}

export async function chooseLanguage(tag: string): Promise<void> {
  await activateLanguage(tag);
  localStorage.setItem(STORAGE_KEY, tag);
}

export async function activateStoredLanguage(): Promise<void> {
  const stored = localStorage.getItem(STORAGE_KEY);
  const usable = AVAILABLE_LANGUAGES.some((language) => language.tag === stored);
  await activateLanguage(stored !== null && usable ? stored : FALLBACK_LANGUAGE);
}
