import { describe, expect, it } from 'vitest';
import { linkAddress } from './link-address';

describe('the address of a link', () => {
  it.each([
    ['https://uno.example/a?b=c', 'https://uno.example/a?b=c'],
    ['  http://uno.example ', 'http://uno.example'],
    ['uno.example/도움말', 'https://uno.example/도움말'],
    ['uno.example:8443', 'https://uno.example:8443'],
    ['help@uno.example', 'mailto:help@uno.example'],
    ['mailto:help@uno.example', 'mailto:help@uno.example'],
  ])('%s becomes %s', (typed, address) => {
    expect(linkAddress(typed)).toBe(address);
  });

  it.each(['', '   ', 'javascript:alert(1)', 'data:text/html,x', 'tel:02', 'two words', 'http://'])(
    '"%s" is none',
    (typed) => {
      expect(linkAddress(typed)).toBeUndefined();
    },
  );
});
