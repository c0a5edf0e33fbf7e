// The operator's settings for the console. The server writes them into the page as JSON.
export interface Settings {
  /** Whether the login page has development tools. */
  development: boolean;
  /** The last day, in Seoul, on which the login page shows its notice. */
  noticeUntil: string;
  /** URL of the machine-translation widget's script. */
  translationScript: string | null;
  /** Path prefixes of the pages on which the widget runs. */
  translationPages: string[];
  /**
   * Other origins that the content security policy lets the console call. Null if the policy is
   * unknown.
   */
  trustedOrigins: string[] | null;
  androidAppUrl: string | null;
  iosAppUrl: string | null;
  /** Whether address search is available in forms. */
  addressSearch: boolean;
}

const DEFAULTS: Settings = {
  // Defaults for pages of the console's development server, which have no settings.
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

/**
 * Returns the settings, which are parsed once. Pages without settings, from a development server,
 * have the defaults.
 */
export function settings(): Settings {
  kept ??= parseSettings(document.getElementById('settings')?.textContent ?? '');
  return kept;
}

/**
 * Parses the settings. A missing or invalid setting gets its default: it must not break the page.
 */
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
    // The placeholder has not been replaced by a server.
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

/** Returns a URL that the page may link to or load: never one that runs as a script itself. */
function addressOf(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value, document.baseURI)) return null;
  return /^https?:$/.test(new URL(value, document.baseURI).protocol) ? value : null;
}
