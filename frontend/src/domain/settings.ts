// What the server's operator has set for the console: the server writes it into the page as JSON.
export interface Settings {
  /** Whether the login page has tools for developing. */
  development: boolean;
  /** The last day, in Seoul, on which the login page shows its notice. */
  noticeUntil: string;
  /** Address of the machine-translation widget's script. */
  translationScript: string | null;
  /** The pages on which the widget runs, by the beginning of their path. */
  translationPages: string[];
  /** Other origins that the security policy lets the console call; null where no policy is known. */
  trustedOrigins: string[] | null;
  androidAppUrl: string | null;
  iosAppUrl: string | null;
  /** Whether addresses can be searched for while they are entered. */
  addressSearch: boolean;
}

const DEFAULTS: Settings = {
  // A page that the development server of the console answers has no settings.
  development: import.meta.env.DEV,
  noticeUntil: '2025-07-18',
  translationScript: null,
  translationPages: [],
  trustedOrigins: null,
  androidAppUrl: null,
  iosAppUrl: null,
  addressSearch: false,
};

let kept: Settings | undefined;

/** Read once; a page without settings (a development server's) has the defaults. */
export function settings(): Settings {
  kept ??= parseSettings(document.getElementById('settings')?.textContent ?? '');
  return kept;
}

/** What is missing or not of its kind has its default: a wrong setting must not take the page away. */
export function parseSettings(json: string): Settings {
  const given = objectOf(json);
  const { development, noticeUntil, translationPages, trustedOrigins } = given;
  return {
    development: typeof development === 'boolean' ? development : DEFAULTS.development,
    noticeUntil: isDay(noticeUntil) ? noticeUntil : DEFAULTS.noticeUntil,
    translationScript: addressOf(given.translationScript),
    translationPages: isTexts(translationPages) ? translationPages : DEFAULTS.translationPages,
    trustedOrigins: isTexts(trustedOrigins) ? trustedOrigins : DEFAULTS.trustedOrigins,
    androidAppUrl: addressOf(given.androidAppUrl),
    iosAppUrl: addressOf(given.iosAppUrl),
    addressSearch: given.addressSearch === true,
  };
}

type Given = Partial<Record<keyof Settings, unknown>>;

function objectOf(json: string): Given {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  } catch {
    // The placeholder that no server has replaced.
    return {};
  }
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** An address that the page may link to or load: never one that runs as a script itself. */
function addressOf(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value, document.baseURI)) return null;
  return /^https?:$/.test(new URL(value, document.baseURI).protocol) ? value : null;
}
