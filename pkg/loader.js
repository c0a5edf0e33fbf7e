// Starts the wasm: once, again after a failure, and with a clear error for calls before the start.

/** The name of the only module that the wasm imports from; build.js checks this. */
const IMPORTS = './uno_core_bg.js';
/** The first bytes of every WebAssembly module. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];

/** Replaces the exports of the wasm until it is started: every use throws. */
const absent = new Proxy(
  {},
  {
    get() {
      throw new Error('@uno/core is not initialised: await init() first');
    },
  },
);

/**
 * Makes the `init` of an entry.
 *
 * @param {{ __wbg_set_wasm(exports: object): void }} glue The imports of the wasm and the wrappers of its exports.
 * @param {(address: string | URL | undefined) => Promise<Response | BufferSource>} read Loads the wasm; without an
 *   address, from next to the entry.
 * @returns {typeof import('./index.js').init}
 */
export function initialiser(glue, read) {
  /** @type {Promise<void> | undefined} */
  let started;
  glue.__wbg_set_wasm(absent);

  /** @param {import('./index.js').InitOptions} options */
  async function start(options) {
    const { url, bytes } = checked(options);
    const given = await bytes;
    if (given != null && !isBytes(given)) throw new TypeError('options.bytes must be an ArrayBuffer or a view of one');
    const source = given ?? (await read(url ?? undefined));
    const { exports } = await instance(source, { [IMPORTS]: { ...glue } });
    glue.__wbg_set_wasm(exports);
    /** @type {() => void} */ (exports.__wbindgen_start)();
  }

  return (options = {}) => {
    started ??= start(options).catch((error) => {
      // Drops the failed promise, so that the next call tries again.
      started = undefined;
      glue.__wbg_set_wasm(absent);
      throw error;
    });
    return started;
  };
}

/** @param {import('./index.js').InitOptions} options */
function checked(options) {
  if (typeof options !== 'object' || options === null) throw new TypeError('options must be an object');
  const { url } = options;
  if (url != null && typeof (typeof url === 'object' ? url.href : url) !== 'string') {
    throw new TypeError('options.url must be a string or a URL');
  }
  return options;
}

/** @param {unknown} value */
function isBytes(value) {
  return ArrayBuffer.isView(value) || Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

/**
 * @param {Response | BufferSource} source
 * @param {WebAssembly.Imports} imports
 */
async function instance(source, imports) {
  if (typeof WebAssembly !== 'object') throw refusal('there is no WebAssembly');
  try {
    return await ('arrayBuffer' in source ? ofResponse(source, imports) : ofBytes(source, imports, 'the given file'));
  } catch (cause) {
    throw cause instanceof WebAssembly.CompileError ? refusal(cause.message, cause) : cause;
  }
}

/**
 * Compiles while the response arrives. Engines do this for the right MIME type only; with any other, it is read first.
 *
 * @param {Response} response
 * @param {WebAssembly.Imports} imports
 */
async function ofResponse(response, imports) {
  if (!response.ok) throw new Error(`@uno/core: ${response.url} answered ${response.status}`);
  if (response.headers.get('content-type') === 'application/wasm') {
    return (await WebAssembly.instantiateStreaming(response, imports)).instance;
  }
  return ofBytes(await response.arrayBuffer(), imports, `what ${response.url} answered`);
}

/**
 * @param {BufferSource} bytes
 * @param {WebAssembly.Imports} imports
 * @param {string} name
 */
async function ofBytes(bytes, imports, name) {
  const view = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset) : new Uint8Array(bytes);
  // Misconfigured servers usually return a page instead of the file.
  if (MAGIC.some((byte, index) => view[index] !== byte)) throw new Error(`@uno/core: ${name} is not WebAssembly`);
  return (await WebAssembly.instantiate(bytes, imports)).instance;
}

/**
 * @param {string} reason
 * @param {unknown} [cause]
 */
function refusal(reason, cause) {
  const needs = "Chrome 96, Safari 15, Firefox 79 or newer, and 'wasm-unsafe-eval' in a content security policy";
  return new Error(`@uno/core cannot run here (${reason}). It needs ${needs}.`, { cause });
}
