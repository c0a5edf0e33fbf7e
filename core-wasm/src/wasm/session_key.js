// The key that a session is bound to: made here, kept by the browser, never readable by anybody.
//
// It lies in IndexedDB by the session's number, so that all tabs and later visits have it, and tabs that
// sign in at once do not take each other's. Where a browser cannot make or keep one (a plain-http page,
// Node), sessions are not bound. Nothing here rejects.

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
const STORE = 'keys';
/** Keys of more sessions than a browser has at once were left by earlier ones. */
const MOST_KEPT = 8;
/** A database that does not answer must not hold up every call of the page. */
const PATIENCE_MILLISECONDS = 5000;

const base64url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');

const ended = (request, done) =>
  new Promise((resolve, reject) => {
    request[done] = () => resolve(request.result);
    request.onerror = request.onabort = request.onblocked = () => reject(request.error);
  });

/** Runs `work` on the store in one transaction of its own; answers what it asked for. */
async function within(mode, work) {
  const opening = indexedDB.open('uno-session', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await ended(opening, 'onsuccess');
  try {
    const transaction = database.transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    await ended(transaction, 'oncomplete');
    return request.result;
  } finally {
    database.close();
  }
}

/** What `attempt` answers; `undefined` where it fails or takes too long. */
async function orNothing(attempt) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE_MILLISECONDS)));
  try {
    return await Promise.race([attempt(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

// One object, so that the wasm reaches all of it through the generated module alone.
export const sessionKey = {
  /** Makes a key that can be kept: `{ publicKey, key }`. */
  create: () =>
    orNothing(async () => {
      const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
      // Whether it can be kept has to be known before the server is told of it.
      await within('readwrite', (keys) => keys.put(pair.privateKey, 'next'));
      return { publicKey: base64url(await crypto.subtle.exportKey('spki', pair.publicKey)), key: pair.privateKey };
    }),

  /** Keeps the key of a session. */
  keep: (session, key) =>
    orNothing(() =>
      within('readwrite', (keys) => {
        const kept = keys.count();
        kept.onsuccess = () => {
          if (kept.result >= MOST_KEPT) keys.clear();
          keys.delete('next');
          keys.put(key, session);
        };
        return kept;
      }),
    ),

  /** Drops the key of a session. */
  forget: (session) => orNothing(() => within('readwrite', (keys) => keys.delete(session))),

  /** Signs a text with the key of a session: base64url of r and s; `undefined` without a key. */
  sign: (session, text) =>
    orNothing(async () => {
      const key = await within('readonly', (keys) => keys.get(session));
      const bytes = new TextEncoder().encode(text);
      return base64url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes));
    }),
};
