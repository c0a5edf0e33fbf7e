// Checks the catalogue files: they are complete, keep their placeholders, have the plural forms of
// their language, are written in it, and have no unused texts. Also checks that no component
// contains text of its own.
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, loadMessages } from '~/kernel/i18n/languages';
import { FEATURES } from './areas';

const SOURCE = join(import.meta.dirname, '..');

// Prefixes of keys that are completed at run time with a code or a word from the server.
const BUILT_AT_RUN_TIME = [
  'bulk.outcome.',
  'alerts.indicator.',
  'alerts.kind.',
  'alerts.level.',
  'announcement.category.',
  'board.popupState.',
  'board.popupTarget.',
  'code.list.',
  'company.credentialStatus.',
  'company.scope.',
  'decade.',
  'dementia.informant.',
  'dementia.instrument.',
  'dementia.normFault.',
  'dependents.',
  'error.1',
  'evidence.',
  'field.name.',
  'grade.',
  'gradeRules.set.',
  'gradeRules.status.',
  'heartRate.context.',
  'import.delimiter.',
  'indicator.',
  'job.failure.',
  'job.kind.',
  'job.state.',
  'job.ended.',
  'link.match.',
  'link.state.',
  'log.action.',
  'log.flaw.',
  'log.resource.',
  'login.required.',
  'measurement.arm.',
  'measurement.posture.',
  'measurement.setting.',
  'measurement.source',
  'measurement.standing.',
  'measurement.urgentSide.',
  'operator.launchStatus.',
  'member.nameMatch.',
  'memberPage.sight.',
  'menu./',
  'permission.',
  'permissionGroup.',
  'refusal.',
  'report.channel.',
  'report.failure.',
  'report.kind.',
  'report.state.',
  'revision.action.',
  'role.',
  'ruleSet.',
  'service.',
  'sex.',
  'staff.signIn.',
  'staff.status.',
  'statistics.',
  'stress.class.',
  'stress.influence.',
  'stress.lastDay.',
  'stress.medication.',
  'stress.mood.',
  'stress.sleepQuality.',
  'stress.smoking.',
  'terms.kind.',
  'terms.status.',
  'user.status.',
  'userApp.status.',
  'validation.',
  'vision.chart.',
  'vision.colour.',
  'vision.correction.',
  'vision.qualitative.',
  'vision.range.',
];

// Names and abbreviations that are the same in every language.
const SAME_EVERYWHERE =
  /\b(?:Android|BAT-12|BEPSI-K|BMI|BRAIN BODY|Brain & Body|bpm|CBI|CIST|cm|CMS|CP949|CSV|Ctrl|D|ETDRS|GAD-7|HF|ID|iOS|J0|J45|KDSQ-C|KakaoTalk|KDSQ-P|kg|Kim & Woo|LF|LOGIN|logMAR|m|MB|mm|mmHg|MMSE-KC|ms|NN|OD|OK|OS|pNN50|PSS-10|QR|RMSSD|SD1|SD2|SDNN|TP|UNO|XLSX)\b/g;

// Texts that are the same word in English and in related languages.
const COGNATES = [
  'alerts.indicator.BURNOUT',
  'dementia.sum',
  'dementia.total',
  'grade.bloodPressure.NORMAL',
  'grade.class.NORMAL',
  'grade.heartRate.NORMAL',
  'grade.schoolVision.NORMAL',
  'indicator.BURNOUT',
  'shell.menu',
  'unit.hour',
  'unit.second',
  'vision.colour.NORMAL',
];

// Texts that consist of a single term of the glossary: a grade has the same name everywhere.
const FIXED_TERMS: Record<string, string> = {
  'grade.bmi.UNDERWEIGHT': '저체중',
  'grade.bmi.NORMAL': '정상 (BMI)',
  'grade.bmi.OVERWEIGHT': '과체중',
  'grade.bmi.OBESITY_1': '비만1단계',
  'grade.bmi.OBESITY_2': '비만2단계',
  'grade.bloodPressure.NORMAL': '정상 (혈압)',
  'grade.bloodPressure.PRE_STAGE': '전단계',
  'grade.bloodPressure.STAGE_1': '1단계',
  'grade.bloodPressure.STAGE_2': '2단계',
  'grade.class.ELEVATED': '주의혈압',
  'grade.class.PREHYPERTENSION': '고혈압전단계',
  'grade.class.HYPERTENSION_1': '고혈압 1기',
  'grade.class.HYPERTENSION_2': '고혈압 2기',
  'grade.bodyFat.BELOW_STANDARD': '표준미만',
  'grade.bodyFat.STANDARD': '표준',
  'grade.bodyFat.ABOVE_STANDARD': '표준이상',
  'grade.health.VERY_HEALTHY': '매우건강',
  'grade.health.HEALTHY': '건강',
  'grade.health.GOOD': '양호',
  'grade.health.CAUTION': '주의',
  'grade.health.WARNING': '경고',
  'grade.health.DANGER': '위험',
  'grade.lethargy.VERY_LETHARGIC': '매우무기력',
  'role.ADMIN': '최고 관리자',
  'role.VENDOR': '총판',
  'role.DEALER': '대리점',
  'role.RETAILER': '판매점',
  'role.OPERATOR': '운영자',
  'userLevel.REGULAR_GUEST': '준회원',
  'userLevel.REGULAR_MEMBER': '정회원',
  'userLevel.REGULAR_VERIFIED_1_MEMBER': '1차 인증 회원',
  'userLevel.REGULAR_VERIFIED_2_MEMBER': '2차 인증 회원',
  'userLevel.REGULAR_VERIFIED_3_MEMBER': '3차 인증 회원',
};

/** A text that equals the English one in this many languages counts as not translated. */
const FORGOTTEN_FROM = 3;

const SCRIPTS: Record<string, RegExp> = {
  ko: /\p{Script=Hangul}/u,
  'zh-CN': /\p{Script=Han}/u,
  ar: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
  ru: /\p{Script=Cyrillic}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  th: /\p{Script=Thai}/u,
};
const LATIN = /\p{Script=Latin}/u;
const HANGUL = /\p{Script=Hangul}/u;

type Catalogue = Record<string, string>;

const tags = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));
const catalogues = Object.fromEntries(
  tags.map((tag) => [
    tag,
    JSON.parse(readFileSync(join(import.meta.dirname, `${tag}.json`), 'utf8')) as Catalogue,
  ]),
);
const read = (tag: string): Catalogue => catalogues[tag] ?? {};
const korean = read('ko');
const others = tags.filter((tag) => tag !== 'ko');

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\/testing\//.test(name))
  .map((name) => ({ name, text: readFileSync(join(SOURCE, name), 'utf8') }));

/** Returns whether a text has words in Latin letters that would have to be translated. */
function hasOwnWords(words: string): boolean {
  return LATIN.test(words.replaceAll(SAME_EVERYWHERE, ''));
}

interface Choice {
  type: string;
  forms: Record<string, string | CompiledMessage>;
}

/** Splits a text into the names of its values, its choices between forms, and its plain words. */
function partsOf(message: string | CompiledMessage) {
  const names = new Set<string>();
  const choices: Choice[] = [];
  let words = '';
  const walk = (compiled: string | CompiledMessage): void => {
    if (typeof compiled === 'string') {
      words += compiled;
      return;
    }
    for (const token of compiled) {
      if (typeof token === 'string') {
        words += token;
        continue;
      }
      const [name, type, format] = token;
      names.add(name);
      if (type === undefined || typeof format !== 'object') continue;
      const { offset: _, ...forms } = format as Record<string, string | CompiledMessage>;
      choices.push({ type, forms });
      for (const form of Object.values(forms)) walk(form);
    }
  };
  walk(typeof message === 'string' ? compileMessage(message) : message);
  return { names: [...names].sort(), choices, words };
}

/** Returns the errors in a text's plural forms. Empty for a text without plural forms. */
function wrongForms(tag: string, message: string): string[] {
  const needed = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted();
  return partsOf(message)
    .choices.filter(({ type }) => type === 'plural')
    .flatMap(({ forms }) => {
      const named = Object.keys(forms).filter((form) => !/^=?\d+$/.test(form));
      const wrong: string[] = [];
      if (named.sort().join() !== needed.join()) {
        wrong.push(`has ${named.join()} where ${tag} has ${needed.join()}`);
      }
      if (!JSON.stringify(forms.other ?? '').includes('#')) wrong.push('says no number in other');
      return wrong;
    });
}

function offending(tag: string, isWrong: (message: string, key: string) => boolean) {
  return Object.entries(read(tag)).filter(([key, message]) => isWrong(message, key));
}

describe('the catalogues', () => {
  it('belong to the languages of the console', () => {
    expect(LANGUAGES.map(({ tag }) => tag).sort()).toEqual([...tags].sort());
    expect(LANGUAGES).toHaveLength(14);
  });

  it('are each what their language loads', async () => {
    for (const language of LANGUAGES) {
      const login = await loadMessages(language, 'login');
      const console = await loadMessages(language, 'console');
      const others = await Promise.all(FEATURES.map((area) => loadMessages(language, area)));
      // A text that several features use is in the area of each.
      const all = new Set([login, console, ...others].flatMap(Object.keys));
      expect([...all].sort()).toEqual(Object.keys(read(language.tag)).sort());
      const features = new Set(others.flatMap(Object.keys));
      expect(Object.keys({ ...login, ...console }).filter((key) => features.has(key))).toEqual([]);
      expect(login['login.submit']).toEqual(
        compileMessage(read(language.tag)['login.submit'] ?? ''),
      );
      expect(console['action.save']).toEqual(
        compileMessage(read(language.tag)['action.save'] ?? ''),
      );
    }
  });

  it.each(others)('%s has the same keys as the Korean one', (tag) => {
    const own = Object.keys(read(tag));
    const wanted = Object.keys(korean);
    expect({
      missing: wanted.filter((key) => !own.includes(key)),
      unknown: own.filter((key) => !wanted.includes(key)),
    }).toEqual({ missing: [], unknown: [] });
  });

  it.each(others)('%s keeps every placeholder', (tag) => {
    const lost = offending(
      tag,
      (message, key) =>
        partsOf(message).names.join() !== partsOf(korean[key] ?? message).names.join(),
    );
    expect(lost).toEqual([]);
  });

  it.each(tags)('%s has exactly the plural forms of its language', (tag) => {
    const wrong = Object.entries(read(tag))
      .map(([key, message]) => [key, ...wrongForms(tag, message)])
      .filter(([, ...problems]) => problems.length > 0);
    expect(wrong).toEqual([]);
  });

  it.each(others)('%s holds no Korean text', (tag) => {
    expect(offending(tag, (message) => HANGUL.test(message))).toEqual([]);
  });

  it.each(Object.entries(SCRIPTS))('%s is written in its own script', (tag, script) => {
    const foreign = offending(tag, (message) => {
      const { words } = partsOf(message);
      return hasOwnWords(words) && !script.test(words);
    });
    expect(foreign).toEqual([]);
  });

  it('leave no English text where other languages stand', () => {
    const forgotten = offending('en', (message, key) => {
      if (COGNATES.includes(key) || !hasOwnWords(partsOf(message).words)) return false;
      const same = others.filter((tag) => tag !== 'en' && read(tag)[key] === message);
      return same.length >= FORGOTTEN_FROM;
    });
    expect(forgotten).toEqual([]);
  });

  it.each(tags)('%s leaves no text empty and none with space around it', (tag) => {
    expect(
      offending(tag, (message) => message.trim() === '' || message.trim() !== message),
    ).toEqual([]);
  });

  it.each(tags)('%s has typographic apostrophes and quotation marks', (tag) => {
    // In ICU messages a straight apostrophe also starts a quotation, which would hide a
    // placeholder.
    expect(offending(tag, (message) => /['"]/.test(message))).toEqual([]);
  });

  it('have no text that nobody shows', () => {
    const code = sources.map(({ text }) => text).join('\n');
    const unused = Object.keys(korean).filter(
      (key) =>
        !BUILT_AT_RUN_TIME.some((prefix) => key.startsWith(prefix)) &&
        !new RegExp(`['"]${RegExp.escape(key)}['"]`).test(code),
    );
    expect(unused).toEqual([]);
  });
});

describe('the glossary', () => {
  const [head = [], ...rows] = readFileSync(join(import.meta.dirname, 'glossary.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const word = (term: string, tag: string) =>
    rows.find(([name]) => name === term)?.[head.indexOf(tag)];

  it('has a word for every term in every language', () => {
    expect(head.slice(1).toSorted()).toEqual(tags.toSorted());
    const incomplete = rows.filter(
      (row) => row.length !== head.length || row.some((cell) => cell.trim() === ''),
    );
    expect(incomplete).toEqual([]);
    expect(new Set(rows.map(([term]) => term)).size).toBe(rows.length);
  });

  it.each(tags)('%s calls grades, tiers and member types by the words of the glossary', (tag) => {
    const lower = (text?: string) => text?.toLocaleLowerCase(tag);
    const other = Object.entries(FIXED_TERMS).filter(
      ([key, term]) => lower(read(tag)[key]) !== lower(word(term, tag)),
    );
    expect(other).toEqual([]);
  });
});

describe('the checks of the catalogues', () => {
  it('find a lost placeholder, also inside a plural', () => {
    expect(partsOf('{count, plural, one {a {name}} other {# b}} {when, date}').names).toEqual([
      'count',
      'name',
      'when',
    ]);
  });

  it('find plural forms that a language lacks or does not have', () => {
    expect(wrongForms('en', '{n, plural, one {# row} other {# rows}}')).toEqual([]);
    expect(wrongForms('en', '{n, plural, other {# rows}}')).toHaveLength(1);
    expect(wrongForms('ko', '{n, plural, one {#행} other {#행}}')).toHaveLength(1);
    expect(wrongForms('ru', '{n, plural, one {a} few {b} other {#}}')).toHaveLength(1);
    expect(wrongForms('en', '{n, plural, =0 {none} one {# row} other {rows}}')).toHaveLength(1);
  });
});

describe('the components', () => {
  const withoutComments = (text: string) =>
    text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');

  it('hold no Korean text of their own', () => {
    // Names of languages in the language itself are not translated, nor are Korean particles.
    const offenders = sources.filter(
      ({ name, text }) =>
        !/(languages|particles)\.ts$/.test(name) && HANGUL.test(withoutComments(text)),
    );
    expect(offenders.map(({ name }) => name)).toEqual([]);
  });

  it('hold no English text of their own', () => {
    const inTags = />\s*([A-Z][a-z]+(?: [a-z]+)*[.!?]?)\s*<\//g;
    const inAttributes = /(?:label|title|placeholder|aria-label|description)="([A-Za-z][^".]*)"/g;
    const offenders = sources
      .filter(({ name }) => name.endsWith('.tsx'))
      .flatMap(({ name, text }) =>
        [
          ...withoutComments(text).matchAll(inTags),
          ...withoutComments(text).matchAll(inAttributes),
        ].map(([found]) => `${name}: ${found}`),
      );
    expect(offenders).toEqual([]);
  });
});
