// The build, the development server and the unit tests of the console.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { catalogues } from './build/catalogues.ts';
import { compressed } from './build/compressed.ts';
import { preloads } from './build/preloads.ts';
import { unusedColors } from './build/unused-colors.ts';
import { unusedComponents } from './build/unused-components.ts';

/** The API server during development, while Vite serves the console. */
const server = process.env.UNO_SERVER ?? 'http://127.0.0.1:8080';

/**
 * The frame around every page, and small parts that the first page shows. Icons are bundled with
 * the code that uses them.
 */
const FRAME = [
  /\/src\/app\/(console-pages|shell\/shell|route-error)\.tsx$/,
  /\/src\/ui\/(?!controls\/(controls|at-once|search-select)|icons|address|completion|drag-by-touch|whole-number-input)/,
  /\/src\/kernel\/(i18n\/(?!use-calendar|machine-translation)|announcements\/category)/,
  /\/src\/kernel\/dialog\/(use-opener|question)/,
  /\/@mantine\/hooks\/esm\/use-mounted/,
  // Every sign-out needs only this part of drafts.
  /\/src\/kernel\/(draft\/kept|session\/use-sign-out)/,
  // Opens dialogs from links, on the home page too.
  /\/src\/kernel\/resource\/use-dialog-route\.ts$/,
  // Shared with alerts, which are loaded later.
  /\/src\/domain\/rights\.ts$/,
  // Announcements are part of the page and look like toasts; links and portals are shared by
  // several chunks.
  /\/@mantine\/core\/esm\/components\/(Anchor|Notification|Portal)\//,
  // Icons of jobs, of the arrangement, and of the home page's links.
  /\/icons\/Icon(Download|GripVertical|Plus)\.mjs$/,
  // The grades, which the home page shows too. Their look with icons is bundled with the code that
  // shows it.
  /\/src\/kernel\/grade\/grade-scales\.ts$/,
  // Without the dialog's styles: they must come after the library's styles for dialogs.
  /\/src\/features\/announcements\/announcement-toasts\.module\.css$/,
  /\/node_modules\/(@tanstack\/react-query|jotai)\//,
];
/** Lists and the fields that most of them show, without the dialogs of records. */
const LIST =
  /\/src\/kernel\/(resource\/(?!\w+-dialog|bulk-(fields|rows)|change-table|dependents|dialog-frame|field-list|revision-list|record-(authors|missing|page|tabs)|undo|use-record\.|view-panel)|table\/(?!past-end)|field\/(?!address-search|external-devices-kind|names-kind|postal-code-kind|rich-text-kind)|dialog\/(?!confirm|dialog-styles))/;
/** Grades, used by lists of measurements and elsewhere. */
const GRADE = /\/src\/kernel\/grade\//;
/** Layers that open over a page. */
const DIALOG =
  /\/src\/(app\/shell\/(menu-sheet|logout-dialog)|kernel\/(dialog\/confirm|draft\/(drafts|use-draft)|jobs\/watched-job|resource\/(dialog-frame|dependents|record-missing|undo|use-record)))\.tsx?$/;
/** Controls with layers of their own, and those that only forms use. */
const CONTROLS = /\/src\/ui\/controls\/controls\.ts$/;
/** Views and forms of a record. */
const FORM =
  /\/src\/kernel\/(form\/|resource\/(change-table|field-list|record-authors|revision-list)\.)/;
/** Shared by the home page and few others: a job, and dragging of cards. */
const FIRST_PAGE =
  /\/src\/(kernel\/jobs\/job-card|ui\/drag-by-touch)\.|\/@mantine\/core\/esm\/components\/Progress\//;
/** The page of a record of any resource. */
const RECORD = /\/src\/kernel\/resource\/record-(page|tabs)\./;

/** Reports tests that passed only on a retry, because they need fixing, too. */
const namesRetried: Reporter = {
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) console.log(`passed only when tried again: ${test.fullName}`);
  },
};

export default defineConfig({
  plugins: [react(), unusedColors(), unusedComponents(), catalogues(), preloads(), compressed()],
  resolve: { tsconfigPaths: true },
  server: {
    // The shared core is in a sibling folder.
    fs: { allow: ['.', '../pkg'] },
    proxy: { '/api': server, '/resources': server, '/readyz': server },
  },
  build: {
    target: 'esnext',
    // Small files are also requested from the server: the content security policy forbids data:
    // scripts.
    assetsInlineLimit: 0,
    // Without the polyfill, older browsers still load everything, only later.
    modulePreload: {
      polyfill: false,
      // Only additional files: a hint for the imported file itself would be as long as the import.
      resolveDependencies: (file, needed) => needed.filter((one) => one !== file),
    },
    // Read by scripts/size.ts.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A chunk contains the modules of its group, plus their imports that are in no earlier
          // group. So a page has a few files and not one for every set of pages that share a
          // module.
          groups: [
            // Needed by every page and rarely changed, so it stays cached across releases.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 6 },
            // The login page.
            { name: 'start', tags: ['$initial'], priority: 5 },
            // Icons that only the editor uses. All others stay with the frame.
            { name: 'editor-icons', test: /\/rich-text\/editor-icons\.ts$/, priority: 4.5 },
            // The frame around every page, and what lists need in addition.
            { name: 'console', test: (id) => FRAME.some((part) => part.test(id)), priority: 4 },
            { name: 'list', test: LIST, priority: 3 },
            { name: 'grade', test: GRADE, priority: 2.8 },
            // Toasts appear after the sign-in, and so before all other layers.
            { name: 'toasts', test: /\/src\/app\/toasts\.tsx$/, priority: 2.6 },
            // Loaded when a page is idle.
            { name: 'dialog', test: DIALOG, priority: 2.5 },
            { name: 'controls', test: CONTROLS, priority: 2 },
            { name: 'form', test: FORM, priority: 1 },
            { name: 'record', test: RECORD, priority: 0.5 },
            // A single file for the home page's parts.
            { name: 'first-page', test: FIRST_PAGE, priority: 0.4 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    // One browser environment per worker with a new context per file: files stay isolated, without
    // the cost of creating environments.
    pool: 'vmThreads',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/kernel/testing/setup.ts'],
    restoreMocks: true,
    // Other builds may share the machine's cores, so a slow test is not a failure.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // One retry, as in the browser tests. Tests that pass only then are reported, and counted by
    // `make test`.
    retry: 1,
    reporters: ['default', namesRetried],
    // A failing query prints the page, of which the first lines suffice.
    env: { DEBUG_PRINT_LIMIT: '2000' },
  },
});
