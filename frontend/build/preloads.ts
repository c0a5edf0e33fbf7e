// Writes preloads.json: the files that each page of the console needs. The server lists them in the
// page that it returns, so that the browser requests all of them at once instead of discovering one
// through another.
import type { RouteObject } from 'react-router';
import type { ScreenHandle } from '../src/kernel/screen/screen.ts';
import { runnerImport, type Plugin, type Rolldown } from 'vite';

const ROUTES = 'src/app/page-routes.ts';
const CONSOLE = 'src/app/console-pages.tsx';
/** The language of most users. The texts of other languages are not preloaded. */
const LANGUAGE = 'ko';

interface Preloads {
  /** For visitors who are not signed in. */
  login: string[];
  /** For every page of the console. */
  console: string[];
  /** Additional files of single pages, by address. */
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
      // After chunks that contain only styles have been removed.
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = chunks.find((chunk) => chunk.isEntry);
        const files = (source: string, known: ReadonlySet<string>) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(`${root}/${source}`));
          if (!chunk) throw new Error(`The build has no chunk for ${source}`);
          return [...filesOf(chunk, bundle)].filter((file) => !known.has(file));
        };
        // The files that index.html lists.
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

/** Returns a chunk, all its static imports, and their styles. */
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

/** Returns the file that a route imports, from the source of its `lazy` function. */
function sourceOf(lazy: RouteObject['lazy']): string {
  const written = typeof lazy === 'function' ? lazy.toString() : '';
  const [, source] = /\(["']\/(src\/[^"']+)["']\)/.exec(written) ?? [];
  if (source === undefined) throw new Error(`No page is imported by ${written}`);
  return source;
}
