// Whatever may be said on a page has been loaded by then: every route and every part whose code comes later is followed
// through what it imports, and each text that these files can say has to be in an area that is loaded there.
//
// The routes are those of the router, as it has them: whose texts a dialog needs depends on where it is hung up. All else
// is read from the sources: what a file imports at once and later, and the areas that are loaded together with that.
import { join } from 'node:path';
import type { RouteObject } from 'react-router';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PAGES } from '~/app/page-routes';
import type { ScreenHandle } from '~/kernel/screen/screen';
import { sourcesIn } from '../../build/catalogues';
import { areasOf, beginningsOf, saidIn, type Area, type Source } from './areas';
import korean from './ko.json';

interface Exception {
  /** The file whose words are meant, and which of them; without any, all. */
  file: string;
  words?: readonly string[];
  /** Where they need not be loaded; without it, nowhere. */
  at?: string;
}

const EXCEPTIONS: readonly Exception[] = [
  // Codes of the server and of the rules. What is not loaded is said in general words, and nothing names all of them:
  // what may be wrong with a form comes with `forms`, with a file with `imports`.
  { file: 'kernel/errors/error-text.ts', words: ['error', 'validation'] },
  // Of all kinds, where a file is of one: what that kind says came with its history, over which the dialog opens.
  {
    file: 'kernel/measurement/field-names.json',
    at: 'features/measurement-imports/import-dialog.tsx',
  },
];

/** Code that comes later, with the areas that are loaded for it besides. */
interface Part {
  file: string;
  areas: readonly Area[];
}

interface Module {
  /** What it says: whole keys, and what keys begin with. */
  said: readonly string[];
  /** The files that come with it. */
  imports: readonly string[];
  parts: readonly Part[];
  /** The files of pages and dialogs, which come with the areas of their routes. */
  pages: readonly string[];
}

const SOURCES = sourcesIn(join(import.meta.dirname, '..'));
const FILES = new Set(SOURCES.map(({ path }) => path));
const KEYS = Object.keys(korean);
const AREAS = areasOf(KEYS, SOURCES);
const MODULES = new Map(SOURCES.map((source) => [source.path, moduleOf(source)]));

/** All keys that a word can come to: itself, and those that begin with it. */
const KEYS_OF = Map.groupBy(
  KEYS.flatMap((key) => beginningsOf(key).map((word) => ({ word, key }))),
  ({ word }) => word,
);

function moduleOf({ path, text }: Source): Module {
  const imports: string[] = [];
  const parts: Part[] = [];
  const pages: string[] = [];
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  for (const statement of path.endsWith('.json') ? [] : tree.statements) {
    const from = importedBy(statement);
    const file = from && fileOf(path, from);
    if (file) imports.push(file);
  }
  const findLater = (node: ts.Node): void => {
    const file = isImport(node) && fileOf(path, node.arguments[0]);
    if (file && isOfRoute(node)) pages.push(file);
    else if (file) parts.push({ file, areas: areasLoadedIn(functionAround(node)) });
    ts.forEachChild(node, findLater);
  };
  // Few files have any, and to look through all of them takes as long as to read them.
  if (text.includes('import(')) findLater(tree);
  return { said: saidIn(text), imports, parts, pages };
}

/** What a statement imports or exports from elsewhere; types are gone by the time that anything is loaded. */
function importedBy(statement: ts.Statement): ts.Expression | undefined {
  if (ts.isExportDeclaration(statement))
    return statement.isTypeOnly ? undefined : statement.moduleSpecifier;
  if (!ts.isImportDeclaration(statement)) return undefined;
  const isType = statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  return isType ? undefined : statement.moduleSpecifier;
}

/** The source that is imported; none of a library's, and none that says nothing, such as styles. */
function fileOf(importer: string, from: ts.Expression | undefined): string | undefined {
  if (!from || !ts.isStringLiteral(from) || !/^[~.]/.test(from.text)) return undefined;
  const path = from.text.startsWith('~') ? from.text.slice(2) : join(importer, '..', from.text);
  return [path, `${path}.ts`, `${path}.tsx`].find((file) => FILES.has(file));
}

function isImport(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
}

/** Whether it stands as the `page` of a screen or as the `lazy` of a dialog or a route. */
function isOfRoute(node: ts.Node): boolean {
  return !!ts.findAncestor(
    node,
    (around) => ts.isPropertyAssignment(around) && /^(?:page|lazy)$/.test(around.name.getText()),
  );
}

function functionAround(node: ts.Node): ts.Node {
  return ts.findAncestor(node, ts.isFunctionLike) ?? node.getSourceFile();
}

function areasLoadedIn(node: ts.Node): Area[] {
  const areas: Area[] = [];
  const find = (inner: ts.Node): void => {
    if (ts.isCallExpression(inner) && /^(?:with|load)Texts$/.test(inner.expression.getText())) {
      const [area] = inner.arguments;
      // The compiler has seen to it that there is such an area.
      if (area && ts.isStringLiteral(area)) areas.push(area.text as Area);
    }
    ts.forEachChild(inner, find);
  };
  find(node);
  return areas;
}

/** Where code is begun to be loaded: the whole console, a route's page or dialog, or a part. */
interface Start {
  file: string;
  loaded: ReadonlySet<Area>;
}

/** The start of everything, with what is loaded before anybody has signed in. */
const MAIN: Start = { file: 'main.tsx', loaded: new Set<Area>(['login']) };

/** The pages and dialogs of routes: whoever opens one has the texts of those that it lies in. */
function startsOf(route: RouteObject, around: ReadonlySet<Area>): Start[] {
  // It is the loader that loads what the handle says.
  const { area = [] } = ((route.loader && route.handle) ?? {}) as ScreenHandle;
  const loaded = new Set([...around, ...[area].flat()]);
  // In tests Vite has written the path of the file into the function.
  const code = typeof route.lazy === 'function' ? route.lazy.toString() : '';
  const files = [...code.matchAll(/\("\/src\/([^"]+)"\)/g)];
  return [
    ...files.map(([, file = '']) => ({ file, loaded })),
    ...(route.children ?? []).flatMap((child) => startsOf(child, loaded)),
  ];
}

const ROUTES = PAGES.flatMap((route) => startsOf(route, new Set<Area>(['login', 'console'])));

/** A file and all that come with it. */
function filesWith(start: string): Set<string> {
  const files = new Set([start]);
  // What is added while it is gone through is gone through as well.
  for (const file of files) for (const next of MODULES.get(file)?.imports ?? []) files.add(next);
  return files;
}

/** Each start once for each set of areas that are loaded by then: those that are given, and the parts that they lead to. */
function allStarts(given: readonly Start[]): Start[] {
  const starts = new Map<string, Start>();
  const follow = (start: Start): void => {
    const name = nameOf(start);
    if (starts.has(name)) return;
    starts.set(name, start);
    for (const file of filesWith(start.file))
      for (const part of MODULES.get(file)?.parts ?? [])
        follow({ file: part.file, loaded: new Set([...start.loaded, ...part.areas]) });
  };
  given.forEach(follow);
  return [...starts.values()];
}

function nameOf({ file, loaded }: Start): string {
  return `${file} (${[...loaded].sort().join(', ')})`;
}

/** What may be said at a start though it is not loaded there. */
interface Missing {
  start: Start;
  file: string;
  word: string;
  key: string;
}

function missingAt(start: Start): Missing[] {
  return [...filesWith(start.file)].flatMap((file) =>
    (MODULES.get(file)?.said ?? [])
      .flatMap((word) => KEYS_OF.get(word) ?? [])
      .filter(({ key }) => AREAS.get(key)?.isDisjointFrom(start.loaded))
      .map(({ word, key }) => ({ start, file, word, key })),
  );
}

function isMeant(exception: Exception, { start, file, word }: Missing): boolean {
  return (
    exception.file === file &&
    (exception.words?.includes(word) ?? true) &&
    (exception.at ?? start.file) === start.file
  );
}

describe('the texts of every page and part', () => {
  const starts = allStarts([MAIN, ...ROUTES]);
  const missing = starts.flatMap(missingAt);

  it('are loaded where they are said', () => {
    const told = missing
      .filter((one) => !EXCEPTIONS.some((exception) => isMeant(exception, one)))
      .map(({ start, file, key }) => {
        const areas = [...(AREAS.get(key) ?? [])].join(', ');
        return `${key} (${areas}), said in ${file}, is not loaded with ${nameOf(start)}`;
      });
    expect([...new Set(told)].sort()).toEqual([]);
  });

  it('are followed through every route', () => {
    const written = [...MODULES.values()].flatMap(({ pages }) => pages);
    const routed = ROUTES.map(({ file }) => file);
    expect([...new Set(routed)].sort()).toEqual([...new Set(written)].sort());
  });

  it('are followed into every file that says any', () => {
    const reached = new Set(starts.flatMap(({ file }) => [...filesWith(file)]));
    const saying = [...MODULES].filter(([, { said }]) => said.some((word) => KEYS_OF.has(word)));
    expect(saying.map(([file]) => file).filter((file) => !reached.has(file))).toEqual([]);
  });

  it('need each of the exceptions', () => {
    const needless = EXCEPTIONS.filter(
      (exception) => !missing.some((one) => isMeant(exception, one)),
    );
    expect(needless).toEqual([]);
  });
});
