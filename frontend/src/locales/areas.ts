// Assigns the texts to areas, which are loaded separately. `login` has the texts listed here. An
// area of a feature has the texts that only its files use, and its pages load it. `forms` has the
// texts of layers that open over a page, and those that only some forms need. `console` has all
// other texts, such as those of the frame and of every list.
export const FEATURES = [
  'accounts',
  'admin-boards',
  'alerts',
  'codes',
  'companies',
  'dementia-screenings',
  'external-devices',
  'forms',
  'grade-rules',
  'heart-rate-measurements',
  'imports',
  'logs',
  'measurement',
  'measurement-imports',
  'member-imports',
  'members',
  'menu-items',
  'own-account',
  'own-measurements',
  'permission-groups',
  'psychological-tests',
  'reports',
  'statistics',
  'stress-measurements',
  'terms',
  'training-participations',
  'user-apps',
  'users',
  'vision-measurements',
] as const;
type Feature = (typeof FEATURES)[number];
export type Area = 'login' | 'console' | Feature;

/** A file of the console: its path below `src`, and its content. */
export interface Source {
  path: string;
  text: string;
}

const LOGIN = [
  'action.close',
  'action.reload',
  'action.retry',
  'chunk.',
  'error.offline',
  'error.tooManyUntil',
  'error.unknown',
  'install.',
  'login.',
  'notice.',
  'qrLogin.',
  'session.ended',
  'shell.language',
  'state.error',
  'state.loading',
  'state.offline',
  'validation.invalid',
  'validation.required',
  'validation.tooLong',
  'validation.tooShort',
];

/** Errors that the server reports only for imported files. */
const OF_IMPORTS = [
  'boolean',
  'cellUnit',
  'columnCount',
  'conflict',
  'dateFormat',
  'dayOrder',
  'differs',
  'divisionAmbiguous',
  'divisionUnknown',
  'duplicate',
  'duplicateColumn',
  'empty',
  'encoding',
  'errorCell',
  'fileTooLarge',
  'foreignUnit',
  'formula',
  'hiddenColumn',
  'hiddenHeader',
  'hiddenRow',
  'leadingZero',
  'merged',
  'missingColumn',
  'noRows',
  'noSuchDate',
  'noSuchSheet',
  'noValue',
  'notAccepted',
  'changedSince',
  'notSpreadsheet',
  'notText',
  'otherMember',
  'numberFormat',
  'oldSpreadsheet',
  'pressurePair',
  'quote',
  'scientific',
  'shortYear',
  'timeFormat',
  'timeFormat.measuredTime',
  'timeTwice',
  'tooManyColumns',
  'tooManyRows',
  'undecided',
  'unnamedColumn',
].map((problem) => `validation.${problem}`);

/** Errors that filters of a page can have. All other validation errors need a form. */
const ON_PAGES = [
  'choice',
  'decimals',
  'format',
  'format.phoneNumber',
  'future',
  'integer',
  'notFound',
  'openVersion',
  'order',
  'order.end',
  'order.systolic',
  'past',
  'phoneSearch',
  'tooEarly',
  'tooLarge',
  'tooLate',
  'tooMany',
  'tooSmall',
  'type',
  'unknown',
].map((problem) => `validation.${problem}`);

/**
 * Keys that the server sends in jobs, alerts, logs and imports, wherever these are shown, and that
 * no file of the console contains.
 */
const NAMED_ANYWHERE = /^(?:log\.resource\.member|statistics\.attentionPeople)$/;

/**
 * A key in quotation marks, and prefixes of keys that are completed at run time: in a template
 * literal, or by a field kind.
 */
const KEY = /['"`]([a-zA-Z]+(?:\.[\w/-]+)+)['"`]/g;
const BEGINNING = /`([a-zA-Z]+(?:\.[\w/-]+)*)\.\$\{/g;
const PREFIX = /\bprefix: '([a-zA-Z]+(?:\.\w+)*)'/g;

/** Returns the keys and prefixes of keys that a file uses. */
export function keysIn(text: string): string[] {
  return [KEY, BEGINNING, PREFIX].flatMap((sign) =>
    [...text.matchAll(sign)].map(([, said = '']) => said),
  );
}

/** Returns the texts by which a file can refer to a key: the key itself, and its prefixes. */
export function prefixesOf(key: string): string[] {
  const words = key.split('.');
  return words.map((_, dropped) => words.slice(0, words.length - dropped).join('.'));
}

/**
 * Lists the texts of measurements by field. The change log and the imports load these texts with
 * the areas of the kinds.
 */
const NAMES_ONLY = 'kernel/measurement/field-names.json';

/** Returns the areas of each text by its key. */
export function areasOf(
  keys: readonly string[],
  sources: readonly Source[],
): Map<string, ReadonlySet<Area>> {
  const sayers = new Map<string, Set<Area>>();
  for (const { path, text } of sources) {
    if (path === NAMES_ONLY) continue;
    for (const said of keysIn(text)) {
      const areas = sayers.get(said) ?? new Set();
      sayers.set(said, areas.add(areaOfFile(path)));
    }
  }
  return new Map(keys.map((key) => [key, areasOfText(key, sayers)]));
}

/**
 * Returns the areas of a text. A text that the frame or any list uses is only in `console`, which
 * is loaded wherever the areas of features are. A text that only features use is in the area of
 * each.
 */
function areasOfText(
  key: string,
  sayers: ReadonlyMap<string, ReadonlySet<Area>>,
): ReadonlySet<Area> {
  const alone = aloneIn(key);
  if (alone !== undefined) return new Set([alone]);
  const areas = new Set<Area>();
  for (const said of prefixesOf(key)) for (const area of sayers.get(said) ?? []) areas.add(area);
  return areas.size === 0 || areas.has('console') ? new Set<Area>(['console']) : areas;
}

/**
 * Returns the only area of a text whose key no file contains, or which is needed elsewhere than in
 * the files that contain it.
 */
function aloneIn(key: string): Area | undefined {
  if (LOGIN.some((start) => key.startsWith(start))) return 'login';
  if (NAMED_ANYWHERE.test(key)) return 'console';
  if (OF_IMPORTS.includes(key)) return 'imports';
  if (key.startsWith('validation.') && !ON_PAGES.includes(key)) return 'forms';
  return undefined;
}

/**
 * Folders of parts that few forms need, and that load after the form: the rich-text editor, the
 * comparison in an edit conflict, and drafts. Their texts are in `forms`, with the validation
 * errors.
 */
const OF_FORMS = ['conflict', 'draft', 'rich-text'];

/** Files of layers that open over any page. Each loads `forms` together with its code. */
const OVER_PAGES =
  /^(?:kernel\/resource\/(?:bin-dialog|bulk-dialog|bulk-fields|bulk-rows|export-dialog|views-dialog)|kernel\/field\/address-search|app\/shell\/(?:command-palette|logout-dialog|session-end-warning|sign-in-again))\./;

/**
 * Sent messages are shown next to the logs. The texts of sending are in the same area, because no
 * page needs them at once.
 */
const OF_LOGS = ['report-links'];

/** Members and users can be linked from either side, and their pages share many texts. */
const OF_MEMBERS = ['link', 'managed-users'];

/**
 * Only measurements have time charts, and texts of physical measurements occur wherever there are
 * measurements.
 */
const OF_MEASUREMENTS = ['chart', 'physical-measurements'];

/**
 * Files of members' pages about their own measurements, whose texts their other pages do not use.
 */
const OF_OWN_MEASUREMENTS =
  /^features\/users\/(?:advice|latest-vision|own-pre-survey|(?:physical|stress|vision)-page)/;

/**
 * Returns the area of a file's texts. `screens.ts` and `rich-text.tsx` belong to `console`: the
 * menu shows the titles of screens on every page, and formatted text is shown in many places.
 */
function areaOfFile(path: string): Area {
  if (OVER_PAGES.test(path)) return 'forms';
  if (OF_OWN_MEASUREMENTS.test(path)) return 'own-measurements';
  const [, folder] =
    /^(?:features|kernel)\/([\w-]+)\/(?!screens\.ts$|rich-text\.tsx$)/.exec(path) ?? [];
  if (folder !== undefined && OF_FORMS.includes(folder)) return 'forms';
  if (folder !== undefined && OF_LOGS.includes(folder)) return 'logs';
  if (folder !== undefined && OF_MEMBERS.includes(folder)) return 'members';
  if (folder !== undefined && OF_MEASUREMENTS.includes(folder)) return 'measurement';
  return FEATURES.find((feature) => feature === folder) ?? 'console';
}
