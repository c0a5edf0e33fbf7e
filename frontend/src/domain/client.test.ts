import { afterEach, expect, test, vi } from 'vitest';
import { call } from './client';
import { connect } from './core';

const network = globalThis.fetch;

afterEach(() => {
  vi.stubGlobal('fetch', network);
  connect('');
});

test('the console calls the server that a developer has chosen', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(request.url);
    return Promise.resolve(Response.json({}));
  });
  connect('https://chosen.example.com/below');
  await call('CreateQrCode');
  expect(asked).toEqual(['https://chosen.example.com/below/api/v1/auth/qr-code']);
});
