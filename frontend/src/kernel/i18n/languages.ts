// The languages of the console. Each brings its catalogue and the names of its months and days when it is chosen.
import type { Messages } from '@lingui/core';
import type { Area } from '~/locales/areas';

/** How calendars name months and days, and on which day a week begins. */
interface CalendarNames {
  name: string;
  weekStart?: number;
}

export interface Language {
  tag: string;
  /** The language's name in itself, so that whoever needs it can read it. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** By what numbers and dates are written, where the language alone would not say it. */
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
    // The digits that dates, ids and phone numbers have: two kinds side by side are misread.
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
    // The years that tables and forms have: 2026 beside 2569 is misread.
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

type Loader = () => Promise<Messages>;
/** The catalogues arrive compiled (see build/catalogues.ts). What is imported has to stand here letter by letter. */
const CATALOGUES: Record<Area, Record<string, Loader>> = {
  login: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=login',
    import: 'default',
  }),
  console: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=console',
    import: 'default',
  }),
  accounts: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=accounts',
    import: 'default',
  }),
  'admin-boards': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=admin-boards',
    import: 'default',
  }),
  alerts: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=alerts',
    import: 'default',
  }),
  companies: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=companies',
    import: 'default',
  }),
  'dementia-screenings': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=dementia-screenings',
    import: 'default',
  }),
  'external-devices': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=external-devices',
    import: 'default',
  }),
  forms: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=forms',
    import: 'default',
  }),
  'grade-rules': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=grade-rules',
    import: 'default',
  }),
  'heart-rate-measurements': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=heart-rate-measurements',
    import: 'default',
  }),
  logs: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=logs',
    import: 'default',
  }),
  measurement: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=measurement',
    import: 'default',
  }),
  home: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=home',
    import: 'default',
  }),
  imports: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=imports',
    import: 'default',
  }),
  'measurement-imports': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=measurement-imports',
    import: 'default',
  }),
  'member-imports': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=member-imports',
    import: 'default',
  }),
  members: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=members',
    import: 'default',
  }),
  'menu-items': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=menu-items',
    import: 'default',
  }),
  'own-account': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=own-account',
    import: 'default',
  }),
  'permission-groups': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=permission-groups',
    import: 'default',
  }),
  'psychological-tests': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=psychological-tests',
    import: 'default',
  }),
  reports: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=reports',
    import: 'default',
  }),
  statistics: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=statistics',
    import: 'default',
  }),
  'stress-measurements': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=stress-measurements',
    import: 'default',
  }),
  'training-participations': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=training-participations',
    import: 'default',
  }),
  users: import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=users',
    import: 'default',
  }),
  'vision-measurements': import.meta.glob<Messages>('/src/locales/*.json', {
    query: '?area=vision-measurements',
    import: 'default',
  }),
};

export async function loadMessages({ tag }: Language, area: Area): Promise<Messages> {
  const load = CATALOGUES[area][`/src/locales/${tag}.json`];
  if (!load) throw new Error(`No catalogue of ${tag}`);
  return load();
}
