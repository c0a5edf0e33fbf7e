// A web server for the files of a folder, under a strict content security policy.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** The address of the API that pages call. */
export const API = 'https://console.example.com';

const KINDS = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.svg', 'image/svg+xml'],
  ['.wasm', 'application/wasm'],
]);
const POLICY = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' ${API}`;

/**
 * @typedef {{ status?: number, kind?: string, text?: string }} Answer The response instead of the file.
 * @typedef {{ address: string, requests: string[], answers: Map<string, Answer>, close(): Promise<void> }} Site
 */

/**
 * @param {string} folder
 * @returns {Promise<Site>}
 */
export async function serve(folder) {
  /** @type {string[]} */
  const requests = [];
  /** @type {Map<string, Answer>} */
  const answers = new Map();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    requests.push(path);
    const file = normalize(path.endsWith('/') ? `${path}index.html` : path);
    const { status = 200, kind = KINDS.get(extname(file)), text } = answers.get(path) ?? {};
    const content = text ?? (await readFile(join(folder, file)).catch(() => undefined));
    response.writeHead(content === undefined ? 404 : status, {
      'content-type': kind ?? 'application/octet-stream',
      'content-security-policy': POLICY,
    });
    response.end(content);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    answers,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
