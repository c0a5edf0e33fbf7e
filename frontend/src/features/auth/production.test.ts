import { expect, it } from 'vitest';
import { isProduction } from './production';

const HOSTS = ['cms.example.com', ' User.Example.com', 'test.example.com:8443'];

it.each([
  ['cms.example.com', true],
  ['cms.example.com:8443', true],
  ['user.example.com', true],
  ['test.example.com:8443', true],
  ['test.example.com', false],
  ['dev.cms.example.com', false],
  ['127.0.0.1:8080', false],
])('%s is production: %s', (host, expected) => {
  const { hostname } = new URL(`http://${host}`);
  expect(isProduction({ host, hostname }, { productionHosts: HOSTS })).toBe(expected);
});

it('nowhere is production where no host is set', () => {
  const location = { host: 'cms.example.com', hostname: 'cms.example.com' };
  expect(isProduction(location, { productionHosts: [] })).toBe(false);
});
