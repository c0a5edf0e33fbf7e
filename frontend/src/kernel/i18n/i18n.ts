// The active language. Its catalogue is loaded when it is chosen, and the choice is stored in local
// storage. A catalogue is split into areas that are loaded on demand: a visitor who is not signed
// in loads only the area of the login page.
import { setupI18n, type Messages } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import { deviceStorage } from '~/kernel/storage/device-storage';
import type { Area } from '~/locales/areas';
import type ko from '~/locales/ko.json';
import {
  FALLBACK_LANGUAGE,
  isLanguage,
  languageOf,
  loadMessages,
  type Language,
} from './languages';
import { withParticles } from './particles';

/** Every text has a key in the Korean catalogue. A wrong key does not compile. */
export type MessageKey = keyof typeof ko;
export type MessageValues = Record<string, string | number>;

const STORAGE_KEY = 'uno-language';
const i18n = setupI18n();
const areas = new Set<Area>(['login']);
/** If two languages are loading at once, the later choice wins, whichever arrives first. */
let latestChoice = 0;

export function currentLanguage(): string {
  return i18n.locale || FALLBACK_LANGUAGE;
}

/** Returns the locale for numbers and dates in the active language. */
export function currentFormat(): string {
  return formatOf(languageOf(currentLanguage()));
}

export function text(key: MessageKey, values?: MessageValues): string {
  return said(key, values);
}

/**
 * Returns a text in the active language. Only texts with values need their Korean particles
 * adapted.
 */
function said(key: string, values?: MessageValues): string {
  const message = i18n._(key, values);
  return values && currentLanguage() === FALLBACK_LANGUAGE ? withParticles(message) : message;
}

/** For keys from the server, such as error codes. Returns undefined if there is no such text. */
export function textIfKnown(key: string, values?: MessageValues): string | undefined {
  return Object.hasOwn(i18n.messages, key) ? said(key, values) : undefined;
}

/** Re-renders the component when the language changes. */
export function useText(): typeof text {
  useLanguage();
  return text;
}

export function useLanguage(): string {
  return useSyncExternalStore(onLanguageChange, () => currentLanguage());
}

export function onLanguageChange(listener: () => void): () => void {
  return i18n.on('change', listener);
}

function formatOf({ tag, format }: Language): string {
  return format ?? tag;
}

/** Returns whether the language was activated: another one may have been chosen in the meantime. */
export async function activateLanguage(tag: string): Promise<boolean> {
  const choice = ++latestChoice;
  const language = languageOf(tag);
  const parts = new Map<Area, Messages>();
  // While these are loading, another area may be requested.
  while (parts.size < areas.size) {
    const missing = [...areas].filter((area) => !parts.has(area));
    const found = await Promise.all(missing.map((area) => loadMessages(language, area)));
    if (choice !== latestChoice) return false;
    for (const [index, area] of missing.entries()) parts.set(area, found[index] ?? {});
  }
  document.documentElement.lang = tag;
  document.documentElement.dir = language.direction;
  i18n.loadAndActivate({
    locale: tag,
    locales: formatOf(language),
    messages: Object.assign({}, ...parts.values()) as Messages,
  });
  return true;
}

/** Loads the texts of an area, for the active language and for every language chosen later. */
export async function loadTexts(area: Area): Promise<void> {
  areas.add(area);
  const tag = i18n.locale;
  if (!tag) return;
  const messages = await loadMessages(languageOf(tag), area);
  // A language chosen in the meantime has loaded the area itself.
  if (i18n.locale === tag) i18n.load(tag, messages);
}

/** Loads code together with the texts of its area. */
export async function withTexts<Code>(area: Area, code: Promise<Code>): Promise<Code> {
  await loadTexts(area);
  return code;
}

export async function chooseLanguage(tag: string): Promise<void> {
  if (await activateLanguage(tag)) deviceStorage.setItem(STORAGE_KEY, tag);
}

/**
 * Activates the language that was chosen last. If its catalogue cannot be loaded, the console
 * starts in Korean.
 */
export async function activateStoredLanguage(): Promise<void> {
  const stored = deviceStorage.getItem(STORAGE_KEY);
  const tag = isLanguage(stored) ? stored : FALLBACK_LANGUAGE;
  try {
    await activateLanguage(tag);
  } catch (error) {
    if (tag === FALLBACK_LANGUAGE) throw error;
    await activateLanguage(FALLBACK_LANGUAGE);
  }
}

// Unicode isolates, for places where no element can isolate a text from the direction of the
// surrounding text.

/** Isolates a text that has its own direction. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** Isolates a left-to-right text, such as figures with signs. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}
