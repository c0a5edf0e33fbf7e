// Writes a brotli and a gzip copy next to every compressible build file that is not tiny, so that
// the server does not compress these files at request time.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|wasm|svg|json)$/;
/** Below this size a copy saves less than its headers cost. */
const SMALLEST = 1024;

export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          const source = file.type === 'chunk' ? file.code : file.source;
          const bytes = Buffer.from(source);
          if (!COMPRESSIBLE.test(fileName) || bytes.length < SMALLEST) continue;
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          };
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.br`,
            source: brotliCompressSync(bytes, { params }),
          });
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.gz`,
            source: gzipSync(bytes, { level: 9 }),
          });
        }
      },
    },
  };
}
