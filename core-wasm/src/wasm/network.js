// Sends a request with the host's `fetch` and reads the response.
//
// A host's function may throw, return nothing or something else, or never settle. In all these cases one
// promise rejects within a time limit, so that the Rust code can safely wait for it.

/** Time limit of a call. */
const SECONDS = 30;
/** Time limit of a call that sends or returns a file. */
const FILE_SECONDS = 600;
/** Time limit for getting the lock: a tab that holds it for longer is assumed to hang. */
const LOCK_SECONDS = 60;

const failure = (name, message) => Object.assign(new Error(message), { name });

const isResponse = (answer) =>
  typeof answer === 'object' &&
  answer !== null &&
  answer.status >= 200 &&
  answer.status < 600 &&
  [answer.text, answer.blob, answer.headers && answer.headers.get].every((part) => typeof part === 'function');

/** Reads a response: JSON as its value, or `undefined` if it is invalid; anything else as a `Blob`. */
async function read(answer, expectFile) {
  if (!isResponse(answer)) throw new TypeError('fetch answered no Response');
  const { status, headers } = answer;
  const kind = String(headers.get('content-type'));
  const found = { status, date: headers.get('date'), retryAfter: headers.get('retry-after'), body: undefined };
  try {
    if (!kind.startsWith('application/json')) {
      expectFile();
      found.body = await answer.blob();
      return found;
    }
    found.body = await answer.text();
  } catch (error) {
    // The status of a failed call is enough; its body may be missing.
    if (status < 300) throw error;
    return found;
  }
  try {
    found.body = JSON.parse(found.body);
  } catch {
    found.body = undefined;
  }
  return found;
}

// One object, so that the wasm imports only from the generated module and never from this file.
export const network = {
  /**
   * Sends a request whose signal is that of `controller`; resolves to `{ status, date, retryAfter, body }`.
   * If `signal` aborts the call, rejects with the reason of the signal.
   */
  async exchange(fetch, request, controller, signal, isFile) {
    let timer;
    let leave;
    let fail;
    const failed = new Promise((_, reject) => {
      fail = (reason) => {
        reject(reason);
        controller.abort(reason);
      };
    });
    const within = (seconds) => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(failure('TimeoutError', `No answer within ${seconds} seconds`)), seconds * 1000);
    };
    const attempt = async () => read(await fetch(request), () => within(FILE_SECONDS));
    try {
      if (signal) {
        leave = () => fail('reason' in signal ? signal.reason : failure('AbortError', 'The call was given up'));
        signal.addEventListener('abort', leave);
        if (signal.aborted) leave();
      }
      within(isFile ? FILE_SECONDS : SECONDS);
      return await Promise.race(signal && signal.aborted ? [failed] : [failed, attempt()]);
    } finally {
      clearTimeout(timer);
      if (signal) signal.removeEventListener('abort', leave);
    }
  },

  /** Returns a new idempotency key. It need not be secret; `crypto.randomUUID` is missing without TLS. */
  newKey() {
    try {
      return crypto.getRandomValues(new Uint32Array(4)).join('-');
    } catch {
      return `${Date.now()}-${Math.random()}`;
    }
  },

  /**
   * Runs `work` under the lock with this name, which all tabs share; without it if the browser has no
   * locks, refuses it, or does not grant it in time.
   */
  async alone(name, work) {
    let begun = false;
    const begin = () => {
      begun = true;
      return work();
    };
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), LOCK_SECONDS * 1000);
    try {
      return await navigator.locks.request(name, { signal: waiting.signal }, begin);
    } catch (error) {
      if (begun) throw error;
      return begin();
    } finally {
      clearTimeout(timer);
    }
  },
};
