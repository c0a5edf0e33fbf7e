// How the console is built, served while developing, and unit-tested.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { catalogues } from './build/catalogues.ts';
import { compressed } from './build/compressed.ts';
import { preloads } from './build/preloads.ts';
import { unusedColors } from './build/unused-colors.ts';
import { unusedComponents } from './build/unused-components.ts';

/** The server that answers the console's calls while the console itself comes from Vite. */
const server = process.env.UNO_SERVER ?? 'http://127.0.0.1:8080';

/** The frame around every page, and what is small and shown on the first one. An icon goes with who shows it. */
const FRAME = [
  /\/src\/app\/(console-pages|shell\/shell|route-error)\.tsx$/,
  /\/src\/ui\/(?!controls\/(controls|at-once)|icons|address|completion|drag-by-touch|whole-number-input)/,
  /\/src\/kernel\/(i18n\/(?!use-calendar|machine-translation)|announcements\/category)/,
  /\/src\/kernel\/dialog\/(use-opener|covering|question)/,
  /\/@mantine\/hooks\/esm\/use-mounted/,
  // Whoever signs out, wherever that is, needs no more of drafts.
  /\/src\/kernel\/(draft\/kept|session\/use-sign-out)/,
  // How a link opens a dialog, of home's too.
  /\/src\/kernel\/resource\/use-dialog-route\.ts$/,
  // Of alerts, which come later, too.
  /\/src\/domain\/rights\.ts$/,
  // Announcements stand in the page and look like messages; links and what stands over the page are of several chunks.
  /\/@mantine\/core\/esm\/components\/(Anchor|Notification|Portal)\//,
  // Of jobs, wherever they are shown, of what is arranged, and of what home leads to.
  /\/icons\/Icon(Download|GripVertical|Plus)\.mjs$/,
  // Which grades there are, told on the first page as well; how they look with their signs comes with who shows it.
  /\/src\/kernel\/grade\/grade-scales\.ts$/,
  // Not their dialog's: what is said of a dialog stands behind what the library says of dialogs.
  /\/src\/features\/announcements\/announcement-toasts\.module\.css$/,
  /\/node_modules\/(@tanstack\/react-query|jotai)\//,
];
/** Lists and the fields that most of them show, but not the dialogs of their records. */
const LIST =
  /\/src\/kernel\/(resource\/(?!\w+-dialog|bulk-(fields|rows)|change-table|dependents|dialog-frame|field-list|revision-list|record-(authors|missing|page|tabs)|undo|use-record\.|view-panel)|table\/(?!past-end)|field\/(?!address-search|external-devices-kind|names-kind|postal-code-kind|rich-text-kind)|dialog\/(?!confirm|dialog-styles))/;
/** What measurements are graded as, beside lists of them and elsewhere. */
const GRADE = /\/src\/kernel\/grade\//;
/** What opens over a page. */
const DIALOG =
  /\/src\/(app\/shell\/(menu-sheet|logout-dialog)|kernel\/(dialog\/confirm|draft\/(drafts|use-draft)|jobs\/watched-job|resource\/(dialog-frame|dependents|record-missing|undo|use-record)))\.tsx?$/;
/** What opens over a page at its own place, and what only forms have. */
const CONTROLS = /\/src\/ui\/controls\/controls\.ts$/;
/** What a record is shown and written in. */
const FORM =
  /\/src\/kernel\/(form\/|resource\/(change-table|field-list|record-authors|revision-list)\.)/;
/** What the first page has besides, and few others: one job, as pages and dialogs show it, and how cards are dragged. */
const FIRST_PAGE =
  /\/src\/(kernel\/jobs\/job-card|ui\/drag-by-touch)\.|\/@mantine\/core\/esm\/components\/Progress\//;
/** The page of one record, whatever it is a record of. */
const RECORD = /\/src\/kernel\/resource\/record-(page|tabs)\./;

/** Names the tests that passed only when tried again: they are to be mended as well. */
const namesRetried: Reporter = {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) console.log(`passed only when tried again: ${test.fullName}`);
  },
};

export default defineConfig({
  plugins: [react(), unusedColors(), unusedComponents(), catalogues(), preloads(), compressed()],
  resolve: { tsconfigPaths: true },
  server: {
    // The shared core lies beside the console.
    fs: { allow: ['.', '../pkg'] },
    proxy: { '/api': server, '/resources': server, '/readyz': server },
  },
  build: {
    target: 'esnext',
    // Small files too are requested from the server: the content security policy allows no data: scripts.
    assetsInlineLimit: 0,
    // Without hints a browser finds what it needs all the same, only later.
    modulePreload: {
      polyfill: false,
      // Beside what is imported, and not once more what is imported itself: its name alone would be as long.
      resolveDependencies: (file, needed) => needed.filter((one) => one !== file),
    },
    // Read by scripts/size.ts.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A chunk takes what its group names and all that this imports and no group before it has, so that a page
          // is a few files and not one for every set of pages that share something.
          groups: [
            // What every page needs and what seldom changes stays in the reader's cache over releases.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 6 },
            // The login page.
            { name: 'start', tags: ['$initial'], priority: 5 },
            // Icons of the editor alone: all others stay with the frame.
            { name: 'editor-icons', test: /\/rich-text\/editor-icons\.ts$/, priority: 4.5 },
            // The frame around every page, and what a list needs besides.
            { name: 'console', test: (id) => FRAME.some((part) => part.test(id)), priority: 4 },
            { name: 'list', test: LIST, priority: 3 },
            { name: 'grade', test: GRADE, priority: 2.8 },
            // Said after signing in, and so before all else that opens over a page.
            { name: 'toasts', test: /\/src\/app\/toasts\.tsx$/, priority: 2.6 },
            // What comes once a page rests.
            { name: 'dialog', test: DIALOG, priority: 2.5 },
            { name: 'controls', test: CONTROLS, priority: 2 },
            { name: 'form', test: FORM, priority: 1 },
            { name: 'record', test: RECORD, priority: 0.5 },
            // One file for it.
            { name: 'first-page', test: FIRST_PAGE, priority: 0.4 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    // One browser's page for each worker, made new within: files stay apart, and no time goes into making pages.
    pool: 'vmThreads',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/kernel/testing/setup.ts'],
    restoreMocks: true,
    // Other builds may share the machine's cores with these tests: a slow answer is no wrong answer.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Once more, as in the browser. What passes only then is named, and counted by `make test`.
    retry: 1,
    reporters: ['default', namesRetried],
    // A failing query prints the page; its first lines are enough.
    env: { DEBUG_PRINT_LIMIT: '2000' },
  },
});
