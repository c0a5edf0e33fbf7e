// Checks that every text is loaded where it is used. The test follows the imports of every route
// and every lazily loaded part. Each text that these files can use must be in an area that is
// loaded there.
//
// The routes are the router's own, because the areas available to a dialog depend on its parent
// route. Everything else is read from the sources: static and dynamic imports, and the areas that
// are loaded together with dynamic ones.
import { join } from 'node:path';
import type { RouteObject } from 'react-router';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PAGES } from '~/app/page-routes';
import type { ScreenHandle } from '~/kernel/screen/screen';
import { sourcesIn } from '../../build/catalogues';
import { areasOf, prefixesOf, keysIn, type Area, type Source } from './areas';
import korean from './ko.json';

interface Exception {
  /** The file concerned, and its keys or prefixes. Without `words`, all of them. */
  file: string;
  words?: readonly string[];
  /** The start at which they need not be loaded. Without it, at any start. */
  at?: string;
}

const EXCEPTIONS: readonly Exception[] = [
  // Codes of the server and of the rules. A text that is not loaded is replaced by a general one,
  // and no place needs all of them: errors of forms are in `forms`, those of files in `imports`.
  { file: 'kernel/errors/error-text.ts', words: ['error', 'validation'] },
  // It lists the fields of all kinds, but an imported file has one kind. The texts of that kind are
  // loaded with its history, over which the dialog opens.
  {
    file: 'kernel/measurement/field-names.json',
    at: 'features/measurement-imports/import-dialog.tsx',
  },
];

/** Lazily loaded code, with the areas that are loaded together with it. */
interface Part {
  file: string;
  areas: readonly Area[];
}

interface Module {
  /** The keys and prefixes of keys that it uses. */
  said: readonly string[];
  /** The files that it imports statically. */
  imports: readonly string[];
  parts: readonly Part[];
  /** The files of pages and dialogs, whose areas are loaded by their routes. */
  pages: readonly string[];
}

const SOURCES = sourcesIn(join(import.meta.dirname, '..'));
const FILES = new Set(SOURCES.map(({ path }) => path));
const KEYS = Object.keys(korean);
const AREAS = areasOf(KEYS, SOURCES);
const MODULES = new Map(SOURCES.map((source) => [source.path, moduleOf(source)]));

/** The keys that a word can stand for: the word itself, and the keys with this prefix. */
const KEYS_OF = Map.groupBy(
  KEYS.flatMap((key) => prefixesOf(key).map((word) => ({ word, key }))),
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
  // Only few files have dynamic imports, and walking a syntax tree takes as long as parsing it.
  if (text.includes('import(')) findLater(tree);
  return { said: keysIn(text), imports, parts, pages };
}

/**
 * Returns the module that a statement imports or re-exports. Type imports do not exist at run time.
 */
function importedBy(statement: ts.Statement): ts.Expression | undefined {
  if (ts.isExportDeclaration(statement))
    return statement.isTypeOnly ? undefined : statement.moduleSpecifier;
  if (!ts.isImportDeclaration(statement)) return undefined;
  const isType = statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  return isType ? undefined : statement.moduleSpecifier;
}

/**
 * Returns the imported source. Undefined for libraries, and for files without texts such as styles.
 */
function fileOf(importer: string, from: ts.Expression | undefined): string | undefined {
  if (!from || !ts.isStringLiteral(from) || !/^[~.]/.test(from.text)) return undefined;
  const path = from.text.startsWith('~') ? from.text.slice(2) : join(importer, '..', from.text);
  return [path, `${path}.ts`, `${path}.tsx`].find((file) => FILES.has(file));
}

function isImport(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
}

/** Returns whether a node is in the `page` of a screen or the `lazy` of a dialog or a route. */
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
      // The compiler has checked that the area exists.
      if (area && ts.isStringLiteral(area)) areas.push(area.text as Area);
    }
    ts.forEachChild(inner, find);
  };
  find(node);
  return areas;
}

/** An entry point of code: the whole console, a route's page or dialog, or a lazily loaded part. */
interface Start {
  file: string;
  loaded: ReadonlySet<Area>;
}

/** The entry point of the console, with the area that is loaded before the sign-in. */
const MAIN: Start = { file: 'main.tsx', loaded: new Set<Area>(['login']) };

/** Returns the pages and dialogs of a route. Each also has the areas of its parent routes. */
function startsOf(route: RouteObject, around: ReadonlySet<Area>): Start[] {
  // The areas of the handle are loaded only if the route has a loader.
  const { area = [] } = ((route.loader && route.handle) ?? {}) as ScreenHandle;
  const loaded = new Set([...around, ...[area].flat()]);
  // In tests Vite writes the path of the file into the function.
  const code = typeof route.lazy === 'function' ? route.lazy.toString() : '';
  const files = [...code.matchAll(/\("\/src\/([^"]+)"\)/g)];
  return [
    ...files.map(([, file = '']) => ({ file, loaded })),
    ...(route.children ?? []).flatMap((child) => startsOf(child, loaded)),
  ];
}

const ROUTES = PAGES.flatMap((route) => startsOf(route, new Set<Area>(['login', 'console'])));

/** Returns a file and everything that it imports statically, directly or indirectly. */
function filesWith(start: string): Set<string> {
  const files = new Set([start]);
  // Files that are added to the set during the iteration are visited, too.
  for (const file of files) for (const next of MODULES.get(file)?.imports ?? []) files.add(next);
  return files;
}

/**
 * Returns the given starts and all parts that can be reached from them, each once for every set of
 * areas that is loaded by then.
 */
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

/** A text that can be used at a start without being loaded there. */
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
