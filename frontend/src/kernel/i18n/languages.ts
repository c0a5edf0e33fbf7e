// The languages of the console. Each loads its catalogue and the names of its months and days when
// it is chosen.
import type { Messages } from '@lingui/core';
import type { Area } from '~/locales/areas';

/** The names of months and days in calendars, and the first day of the week. */
interface CalendarNames {
  name: string;
  weekStart?: number;
}

export interface Language {
  tag: string;
  /** The language's name in the language itself, so that its speakers can read it. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** The locale for numbers and dates, if it differs from the language. */
  format?: string;
  dates: () => Promise<{ default: CalendarNames }>;
}

export const FALLBACK_LANGUAGE = 'ko';

export const LANGUAGES: readonly Language[] = [
  {
    tag: 'ko',
    name: '한국어',
    direction: 'ltr',
    dates: () => import('dayjs/locale/ko'),
  },
  {
    tag: 'en',
    name: 'English',
    direction: 'ltr',
    dates: () => import('dayjs/locale/en'),
  },
  {
    tag: 'zh-CN',
    name: '简体中文',
    direction: 'ltr',
    dates: () => import('dayjs/locale/zh-cn'),
  },
  {
    tag: 'es',
    name: 'Español',
    direction: 'ltr',
    dates: () => import('dayjs/locale/es'),
  },
  {
    tag: 'ar',
    name: 'العربية',
    direction: 'rtl',
    // The same digits as in dates, ids and phone numbers: mixed digits are misread.
    format: 'ar-u-nu-latn',
    dates: () => import('dayjs/locale/ar'),
  },
  {
    tag: 'hi',
    name: 'हिन्दी',
    direction: 'ltr',
    format: 'hi-u-nu-latn',
    dates: () => import('dayjs/locale/hi'),
  },
  {
    tag: 'fr',
    name: 'Français',
    direction: 'ltr',
    dates: () => import('dayjs/locale/fr'),
  },
  {
    tag: 'ru',
    name: 'Русский',
    direction: 'ltr',
    dates: () => import('dayjs/locale/ru'),
  },
  {
    tag: 'ja',
    name: '日本語',
    direction: 'ltr',
    dates: () => import('dayjs/locale/ja'),
  },
  {
    tag: 'pt',
    name: 'Português',
    direction: 'ltr',
    dates: () => import('dayjs/locale/pt-br'),
  },
  {
    tag: 'de',
    name: 'Deutsch',
    direction: 'ltr',
    dates: () => import('dayjs/locale/de'),
  },
  {
    tag: 'vi',
    name: 'Tiếng Việt',
    direction: 'ltr',
    dates: () => import('dayjs/locale/vi'),
  },
  {
    tag: 'th',
    name: 'ไทย',
    direction: 'ltr',
    // The same calendar as in tables and forms: 2026 next to 2569 is misread.
    format: 'th-u-ca-gregory-nu-latn',
    dates: () => import('dayjs/locale/th'),
  },
  {
    tag: 'id',
    name: 'Bahasa Indonesia',
    direction: 'ltr',
    dates: () => import('dayjs/locale/id'),
  },
];

export function isLanguage(tag: string | null): tag is string {
  return LANGUAGES.some((language) => language.tag === tag);
}

export function languageOf(tag: string): Language {
  const found = LANGUAGES.find((language) => language.tag === tag);
  if (!found) throw new Error(`Unknown language ${tag}`);
  return found;
}

/**
 * The build names all catalogues with one hash. In development and tests they are modules
 * (build/catalogues.ts).
 */
function addressOf(tag: string, area: Area): string {
  const build = import.meta.env.UNO_CATALOGUES;
  return build === undefined
    ? `/src/locales/${tag}.json?import&area=${area}`
    : `/assets/${tag}.${area}-${build}.js`;
}

export async function loadMessages({ tag }: Language, area: Area): Promise<Messages> {
  const { default: messages } = (await import(/* @vite-ignore */ addressOf(tag, area))) as {
    default: Messages;
  };
  return messages;
}
