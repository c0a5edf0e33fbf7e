import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionObstacle } from './cookies';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a session', () => {
  it('is kept where cookies are', () => {
    expect(sessionObstacle()).toBeUndefined();
    expect(document.cookie).not.toContain('uno_probe');
  });

  it('cannot be kept by a page that came over plain http', () => {
    vi.stubGlobal('isSecureContext', false);
    expect(sessionObstacle()).toBe('insecure');
  });

  it('cannot be kept where cookies are refused, by silence or by an error', () => {
    const cookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
    expect(sessionObstacle()).toBe('noCookies');
    cookie.mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    expect(sessionObstacle()).toBe('noCookies');
  });
});
