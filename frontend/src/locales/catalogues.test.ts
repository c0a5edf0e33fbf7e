// The catalogues are checked as files: they are complete, keep their placeholders, hold their own language,
// and are used; and no component holds text of its own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '~/kernel/i18n/languages';

const SOURCE = join(import.meta.dirname, '..');
const read = (tag: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${tag}.json`), 'utf8')) as Record<
    string,
    string
  >;

const tags = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));
const korean = read('ko');
const others = tags.filter((tag) => tag !== 'ko');

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\/testing\//.test(name))
  .map((name) => ({ name, text: readFileSync(join(SOURCE, name), 'utf8') }));

// Keys that are put together at run time, from a code or a word that the server sends.
const BUILT_AT_RUN_TIME = [
  'decade.',
  'error.1',
  'field.name.',
  'grade.',
  'job.failure.',
  'job.kind.',
  'job.state.',
  'login.required.',
  'measurement.setting.',
  'member.nameMatch.',
  'menu./',
  'permissionGroup.',
  'refusal.',
  'revision.action.',
  'role.',
  'ruleSet.',
  'service.',
  'sex.',
  'validation.',
];

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

/** Names of the values in a text, whatever plural forms stand around them. */
function placeholders(message: string): string[] {
  return [...new Set([...message.matchAll(/\{(\w+)\s*[,}]/g)].map(([, name = '']) => name))].sort();
}

describe('the catalogues', () => {
  it('belong to languages that the console knows, each loaded by its own entry', () => {
    expect(
      LANGUAGES.filter(({ load }) => load)
        .map(({ tag }) => tag)
        .sort(),
    ).toEqual([...tags].sort());
    expect(LANGUAGES).toHaveLength(14);
  });

  it.each(others)('%s has the same keys as the Korean one', (tag) => {
    expect(Object.keys(read(tag)).sort()).toEqual(Object.keys(korean).sort());
  });

  it.each(others)('%s keeps every placeholder', (tag) => {
    const lost = Object.entries(read(tag)).filter(
      ([key, message]) => placeholders(message).join() !== placeholders(korean[key] ?? '').join(),
    );
    expect(lost).toEqual([]);
  });

  it.each(others)('%s holds no Korean text', (tag) => {
    expect(Object.entries(read(tag)).filter(([, message]) => HANGUL.test(message))).toEqual([]);
  });

  it('leave no text empty', () => {
    for (const tag of tags) {
      expect(Object.entries(read(tag)).filter(([, message]) => message.trim() === '')).toEqual([]);
    }
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

describe('the components', () => {
  const withoutComments = (text: string) =>
    text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');

  it('hold no Korean text of their own', () => {
    // A language's name in itself is no text to translate.
    const offending = sources.filter(
      ({ name, text }) => !name.endsWith('languages.ts') && HANGUL.test(withoutComments(text)),
    );
    expect(offending.map(({ name }) => name)).toEqual([]);
  });

  it('hold no English text of their own', () => {
    const inTags = />\s*([A-Z][a-z]+(?: [a-z]+)*[.!?]?)\s*<\//g;
    const inAttributes = /(?:label|title|placeholder|aria-label|description)="([A-Za-z][^".]*)"/g;
    const offending = sources
      .filter(({ name }) => name.endsWith('.tsx'))
      .flatMap(({ name, text }) =>
        [
          ...withoutComments(text).matchAll(inTags),
          ...withoutComments(text).matchAll(inAttributes),
        ].map(([found]) => `${name}: ${found}`),
      );
    expect(offending).toEqual([]);
  });
});
