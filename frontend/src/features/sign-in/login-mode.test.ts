import { expect, it } from 'vitest';
import { loginModeOf } from './login-mode';

it.each([
  ['cms.example.com', 'MANAGER'],
  ['user.example.com', 'USER'],
  ['user-cms.example.com', 'MANAGER'],
  ['127.0.0.1', 'MANAGER'],
])('%s is for the mode %s', (host, mode) => {
  expect(loginModeOf(host)).toBe(mode);
});
