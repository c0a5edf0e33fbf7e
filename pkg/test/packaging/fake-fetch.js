// Replaces Node's `fetch` by the fake server: node --import fake-fetch.js.
import { answer } from './fake-api.js';

/** @type {typeof fetch} */
const fake = async (input, init) => {
  const request = new Request(input, init);
  const { status, body } = answer(
    request.method,
    new URL(request.url).pathname,
    request.headers.get('authorization'),
    await request.text(),
  );
  return Response.json(body, { status });
};
globalThis.fetch = fake;
