// The key that a session is bound to: created here, stored by the browser, and not extractable.
//
// It is stored in IndexedDB under the session id. All tabs and later visits can thus use it, and tabs
// that sign in at the same time do not use each other's key. If the browser cannot create or store a key
// (a plain-http page, Node), sessions are not bound. None of these functions rejects.

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
const STORE = 'keys';
/** Maximum number of stored keys. More are left over from earlier sessions. */
const MOST_KEPT = 8;
/** Time limit of the database, so that one that does not respond does not block the page's calls. */
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

/** Runs `work` on the store in its own transaction; resolves to the result of the request that it returns. */
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

/** Resolves to the result of `attempt`, or to `undefined` if it fails or takes too long. */
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

// One object, so that the wasm imports only from the generated module and never from this file.
export const sessionKey = {
  /** Creates a key that can be stored: `{ publicKey, key }`. */
  create: () =>
    orNothing(async () => {
      const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
      // Stored first, because the server must not get a public key whose private key cannot be stored.
      await within('readwrite', (keys) => keys.put(pair.privateKey, 'next'));
      return { publicKey: base64url(await crypto.subtle.exportKey('spki', pair.publicKey)), key: pair.privateKey };
    }),

  /** Stores the key of a session; if there are too many keys, deletes all others first. */
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

  /** Deletes the key of a session. */
  forget: (session) => orNothing(() => within('readwrite', (keys) => keys.delete(session))),

  /** Signs a text with the key of a session; resolves to base64url of r and s, or `undefined` without a key. */
  sign: (session, text) =>
    orNothing(async () => {
      const key = await within('readonly', (keys) => keys.get(session));
      const bytes = new TextEncoder().encode(text);
      return base64url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes));
    }),
};
