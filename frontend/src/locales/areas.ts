// Which texts are loaded together. The login page has those listed here; a feature of some size has those that its own
// files say, and its pages load them; what only some forms come to say, or what opens over a page, is together one more;
// what the frame around every page says, or a list whatever it is of, comes with the console.
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

/** A file of the console: its path below `src`, and what is written in it. */
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

/** What the server finds wrong with a file and with nothing else. */
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
  'timeTwice',
  'tooManyColumns',
  'tooManyRows',
  'undecided',
  'unnamedColumn',
].map((problem) => `validation.${problem}`);

/** What may be wrong with what is searched and filtered by; with all else a form is needed to get it wrong. */
const ON_PAGES = [
  'choice',
  'decimals',
  'format',
  'future',
  'integer',
  'notFound',
  'openVersion',
  'order',
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

/** What the server names in jobs, alerts, logs and imports, wherever these are shown, and no console file says. */
const NAMED_ANYWHERE = /^(?:log\.resource\.member|statistics\.attentionPeople)$/;

/** A key as it is said, in quotation marks, and the words that keys begin with whose rest is put in, there or by a kind
 *  of field. */
const KEY = /['"`]([a-zA-Z]+(?:\.[\w/-]+)+)['"`]/g;
const BEGINNING = /`([a-zA-Z]+(?:\.[\w/-]+)*)\.\$\{/g;
const PREFIX = /\bprefix: '([a-zA-Z]+(?:\.\w+)*)'/g;

/** What a file says: keys, and what keys begin with. */
export function saidIn(text: string): string[] {
  return [KEY, BEGINNING, PREFIX].flatMap((sign) =>
    [...text.matchAll(sign)].map(([, said = '']) => said),
  );
}

/** All by which a key can be said: itself, and what it begins with. */
export function beginningsOf(key: string): string[] {
  const words = key.split('.');
  return words.map((_, dropped) => words.slice(0, words.length - dropped).join('.'));
}

/** Names texts of the kinds of measurements, which the change log and imports have from their areas. */
const NAMES_ONLY = 'kernel/measurement/field-names.json';

/** The areas of each text, by its key. */
export function areasOf(
  keys: readonly string[],
  sources: readonly Source[],
): Map<string, ReadonlySet<Area>> {
  const sayers = new Map<string, Set<Area>>();
  for (const { path, text } of sources) {
    if (path === NAMES_ONLY) continue;
    for (const said of saidIn(text)) {
      const areas = sayers.get(said) ?? new Set();
      sayers.set(said, areas.add(areaOfFile(path)));
    }
  }
  return new Map(keys.map((key) => [key, areasOfText(key, sayers)]));
}

/**
 * What the frame or a list of anything says is in the catalogue of the console alone, which is there wherever the others
 * are; what only features say is in that of each of them.
 */
function areasOfText(
  key: string,
  sayers: ReadonlyMap<string, ReadonlySet<Area>>,
): ReadonlySet<Area> {
  const alone = aloneIn(key);
  if (alone !== undefined) return new Set([alone]);
  const areas = new Set<Area>();
  for (const said of beginningsOf(key)) for (const area of sayers.get(said) ?? []) areas.add(area);
  return areas.size === 0 || areas.has('console') ? new Set<Area>(['console']) : areas;
}

/** The one area of what no file of the console says as it is, or what is wanted elsewhere than where it is said. */
function aloneIn(key: string): Area | undefined {
  if (LOGIN.some((start) => key.startsWith(start))) return 'login';
  if (NAMED_ANYWHERE.test(key)) return 'console';
  if (OF_IMPORTS.includes(key)) return 'imports';
  if (key.startsWith('validation.') && !ON_PAGES.includes(key)) return 'forms';
  return undefined;
}

/** Besides what may be wrong with a form, what few of them need, and later than themselves: the editor of formatted text, two people's changes side by side, and what was left in a form. */
const OF_FORMS = ['conflict', 'draft', 'rich-text'];

/** What opens over any page: each of these loads what forms say with its code. */
const OVER_PAGES =
  /^(?:kernel\/resource\/(?:bin-dialog|bulk-dialog|bulk-fields|bulk-rows|export-dialog|views-dialog)|kernel\/field\/address-search|app\/shell\/(?:command-palette|logout-dialog|session-end-warning|sign-in-again))\./;

/** What was sent is seen beside the logs, and what is said of sending comes with them: no page needs it at once. */
const OF_LOGS = ['report-links'];

/** Members and users are linked from either side, and the page of either says much of the other. */
const OF_MEMBERS = ['link', 'managed-users'];

/** Nothing but measurements is drawn over time; and of physical ones much is said wherever something was measured. */
const OF_MEASUREMENTS = ['chart', 'physical-measurements'];

/** What members are told of their own measurements, which the other pages of theirs do not say. */
const OF_OWN_MEASUREMENTS =
  /^features\/users\/(?:advice|latest-vision|own-pre-survey|(?:physical|stress|vision)-page)/;

/** Titles of screens are in the menu, wherever its reader is; and formatted text is read in many places. */
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
