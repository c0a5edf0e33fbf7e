import { expect, it } from 'vitest';
import { apiAddressOf } from './api-address';

it.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  [' https://API.example.com/ ', 'https://api.example.com'],
  ['https://example.com/uno//', 'https://example.com/uno'],
])('%j is the address %s', (entered, address) => {
  expect(apiAddressOf(entered)).toBe(address);
});

it.each([
  '',
  '/api',
  'api.example.com',
  'localhost:8080',
  'https:example.com',
  'https://',
  'ftp://example.com',
  'javascript:alert(1)',
  'https://example.com/?a=1',
  'https://example.com/#a',
  'https://name:secret@example.com',
])('%j is no address', (entered) => {
  expect(apiAddressOf(entered)).toBeUndefined();
});
