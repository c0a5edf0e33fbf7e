// A fake server: the responses to a member that the tests of the package need.

const NEVER = '2099-01-01T00:00:00Z';
const claims = Buffer.from(JSON.stringify({ sub: '7', sid: '1', authority: 'MEMBER' })).toString('base64url');
const TOKEN = `e30.${claims}.x`;

/** Paths that need no token. */
const PUBLIC = ['/api/v1/auth/token', '/api/v1/auth/qr-code', '/api/v1/auth/qr-code/status', '/api/v1/users'];

/** A code that a browser shows, and one that no browser shows. */
export const CODE = 'x3ZJ0y1W8mC5b7Tn2Qp4Rk6Vd9Lh_sAfGeUiOoPqw-E';
export const ENDED_CODE = 'ended-000000000000000000000000000000000000x';

/** @type {Record<string, unknown>} */
const ANSWERS = {
  'POST /api/v1/auth/token': {
    accessToken: { token: TOKEN, expiresAt: NEVER },
    refreshToken: { token: 'refresh', expiresAt: NEVER },
  },
  'POST /api/v1/auth/sign-out': {},
  'POST /api/v1/auth/qr-code': { qrCode: CODE, qrCodeImageBase64: 'aW1hZ2U=', expiresAt: NEVER },
  'POST /api/v1/auth/qr-code/status': { status: 'SUCCESS' },
  'POST /api/v1/users': {},
  'GET /api/v1/users/me': { userId: 7, name: '김하늘' },
  'POST /api/v1/auth/qr-code/inspect': {
    browser:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    address: '203.0.113.7',
    requestedAt: '2026-11-21T02:00:00Z',
    expiresAt: NEVER,
  },
  'POST /api/v1/auth/qr-code/confirm': {},
};

/**
 * Returns the response to a request.
 *
 * @param {string} method
 * @param {string} path
 * @param {string | null | undefined} authorization
 * @param {string | null | undefined} body
 * @returns {{ status: number, body: unknown }}
 */
export function answer(method, path, authorization, body) {
  const known = ANSWERS[`${method} ${path}`];
  if (body?.includes(ENDED_CODE)) return { status: 404, body: { code: 10005, message: 'Not found.' } };
  if (known === undefined) return { status: 404, body: { code: 10006, message: 'There is no such path.' } };
  if (body?.includes('"taken"')) {
    const fields = [{ path: 'loginId', code: 'taken', params: {} }];
    return { status: 409, body: { code: 10009, message: 'The value is already in use.', fields, requestId: 'r1' } };
  }
  if (body?.includes('"wrong"')) {
    return { status: 401, body: { code: 11005, message: 'Passwords do not match.', requestId: 'r1' } };
  }
  if (!PUBLIC.includes(path) && authorization !== `Bearer ${TOKEN}`) {
    return { status: 401, body: { code: 11001, message: 'Sign in first.' } };
  }
  return { status: 200, body: known };
}
