// Sending a request by whatever `fetch` the host has, and reading what it answers.
//
// A host's function may throw, answer nothing or something else, or never settle. All of that becomes
// the rejection of one promise within a time, which the Rust beside can wait for without a doubt.

/** A call must have its answer within this time. */
const SECONDS = 30;
/** What sends or answers a file may take longer. */
const FILE_SECONDS = 600;
/** Another tab that holds the lock for longer has stopped. */
const LOCK_SECONDS = 60;

const failure = (name, message) => Object.assign(new Error(message), { name });

const isResponse = (answer) =>
  typeof answer === 'object' &&
  answer !== null &&
  answer.status >= 200 &&
  answer.status < 600 &&
  [answer.text, answer.blob, answer.headers && answer.headers.get].every((part) => typeof part === 'function');

/** Reads an answer: JSON as its value, `undefined` where it is none; anything else as a `Blob`. */
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
    // The status of a failure says enough.
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

// One object, so that the wasm reaches all of it through the generated module alone.
export const network = {
  /**
   * Sends a request whose signal is that of `controller`; answers `{ status, date, retryAfter, body }`.
   * Rejects with what `signal` says when it gives the call up.
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

  /**
   * Does `work` under the lock of this name, which all tabs share; without it where there is none or
   * where it cannot be had.
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
