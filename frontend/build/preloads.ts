// Writes down which files each page of the console needs, as preloads.json: the server names them in the page that it
// answers, so that the browser asks for all of them at once instead of finding one through the other.
import type { RouteObject } from 'react-router';
import type { ScreenHandle } from '../src/kernel/screen/screen.ts';
import { runnerImport, type Plugin, type Rolldown } from 'vite';

const ROUTES = 'src/app/page-routes.ts';
const CONSOLE = 'src/app/console-pages.tsx';
/** Most readers' language; the others find their texts by themselves. */
const LANGUAGE = 'ko';

interface Preloads {
  /** Of whoever is not signed in. */
  login: string[];
  /** Of every page of the console. */
  console: string[];
  /** Of single pages besides, by address. */
  pages: Record<string, string[]>;
}

export function preloads(): Plugin {
  let root = '';
  return {
    name: 'uno-preloads',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      // After the chunks that hold nothing but styles are gone.
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = chunks.find((chunk) => chunk.isEntry);
        const files = (source: string, known: ReadonlySet<string>) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(`${root}/${source}`));
          if (!chunk) throw new Error(`The build has no chunk for ${source}`);
          return [...filesOf(chunk, bundle)].filter((file) => !known.has(file));
        };
        // What the page itself names.
        const initial = entry ? filesOf(entry, bundle) : new Set<string>();
        const wasm = Object.keys(bundle).filter((file) => file.endsWith('.wasm'));
        const texts = (area: string) => {
          const start = `assets/${LANGUAGE}.${area}-`;
          const file = Object.keys(bundle).find((name) => name.startsWith(start));
          if (file === undefined) throw new Error(`The build has no texts for ${area}`);
          return file;
        };
        const login = [texts('login')];
        const shell = [...wasm, ...login, texts('console'), ...files(CONSOLE, initial)];
        const known = new Set([...initial, ...shell]);
        const { module } = await runnerImport<{ PAGES: RouteObject[] }>(ROUTES, {
          root,
          resolve: { tsconfigPaths: true },
        });
        const found: Preloads = { login, console: shell, pages: {} };
        for (const { path, lazy, handle } of module.PAGES) {
          if (path === undefined || path === '*' || lazy === undefined) continue;
          const { area } = (handle ?? {}) as ScreenHandle;
          found.pages[`/${path}`] = [
            ...files(sourceOf(lazy), known),
            ...[area ?? []].flat().map(texts),
          ];
        }
        this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(found) });
      },
    },
  };
}

/** A chunk, all that it imports before it can run, and their styles. */
function filesOf(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesOf(imported, bundle, seen);
  }
  return seen;
}

/** The file that a route imports: its function is written for it alone. */
function sourceOf(lazy: RouteObject['lazy']): string {
  const written = typeof lazy === 'function' ? lazy.toString() : '';
  const [, source] = /\(["']\/(src\/[^"']+)["']\)/.exec(written) ?? [];
  if (source === undefined) throw new Error(`No page is imported by ${written}`);
  return source;
}
