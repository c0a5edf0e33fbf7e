// How the console is built, served while developing, and unit-tested.
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vitest/config';
import { catalogues } from './build/catalogues.ts';
import { compressed } from './build/compressed.ts';

/** The server that answers the console's calls while the console itself comes from Vite. */
const server = process.env.UNO_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), wasm() as Plugin, catalogues(), compressed()],
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
    // Read by scripts/size.ts.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs and what seldom changes stays in the reader's cache over releases.
            { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/kernel/testing/setup.ts'],
    restoreMocks: true,
    // Other builds may share the machine's cores with these tests: a slow answer is no wrong answer.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // A failing query prints the page; its first lines are enough.
    env: { DEBUG_PRINT_LIMIT: '2000' },
  },
});
