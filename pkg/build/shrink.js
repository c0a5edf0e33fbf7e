// Shrinks the wasm that wasm-bindgen has written: removes panic messages, optimises, and shortens the
// names that it shares with its glue.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import binaryen from 'binaryen';

const dist = new URL('../dist/', import.meta.url);
const file = fileURLToPath(new URL('uno_core_bg.wasm', dist));
const glue = new URL('uno_core_bg.js', dist);

const { Features } = binaryen;
/** The features of the 2021 engines that the package requires. */
const FEATURES =
  Features.MutableGlobals |
  Features.BulkMemory |
  Features.NontrappingFPToInt |
  Features.SignExt |
  Features.ReferenceTypes |
  Features.Multivalue;
/**
 * Functions with one caller are inlined only if they are small, because similar code in one place compresses better.
 * The lowest kilobyte of the memory is the end of the stack, where nothing has an address.
 */
const PASSES = [
  '-Os',
  '--converge',
  '--low-memory-unused',
  '--one-caller-inline-max-function-size=15',
  '--strip-producers',
  '--strip-target-features',
];

/**
 * The final functions of a panic. Each formats a message for an error stream that a browser does not have, then stops
 * the module. The message is not needed for that.
 */
const PANICS =
  /^(core|alloc|std|__rustc)::(panicking::(panic|panic_fmt|panic_bounds_check|panic_const::\w+)|result::unwrap_failed|option::(unwrap|expect)_failed|slice::index::slice_index_fail|str::slice_error_fail|cell::panic_already_\w+|cell::lazy::panic_poisoned|thread::local::panic_access_error|raw_vec::(handle_error|capacity_overflow)|alloc::handle_alloc_error|rust_begin_unwind)$/;

/** Replaces the body of these functions by the instruction that stops the module. */
function stopAtOnce(/** @type {Uint8Array} */ wasm) {
  const module = binaryen.readBinary(wasm);
  module.setFeatures(FEATURES);
  const functions = Array.from({ length: module.getNumFunctions() }, (_, index) =>
    binaryen.getFunctionInfo(module.getFunctionByIndex(index)),
  );
  const panics = functions.filter(({ name, module: from }) => from === '' && PANICS.test(plain(name)));
  if (!panics.some(({ name }) => plain(name) === 'core::panicking::panic_fmt')) {
    throw new Error('The wasm has no function that panics: the names of the standard library have changed.');
  }
  for (const { name, params, results } of panics) {
    module.removeFunction(name);
    module.addFunction(name, params, results, [], module.unreachable());
  }
  return module.emitBinary();
}

/** Returns the path of a function without the disambiguators that the compiler adds. */
function plain(/** @type {string} */ name) {
  const unescaped = name.replace(/\\([0-9a-f]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
  return unescaped.replace(/\[[0-9a-f]+\]/g, '').replace(/::h[0-9a-f]{16}$/, '');
}

async function optimise() {
  const command = fileURLToPath(new URL('../node_modules/binaryen/bin/wasm-opt', import.meta.url));
  // wasm-opt takes the features from the wasm itself.
  await promisify(execFile)(process.execPath, [command, ...PASSES, file, '-o', file]);
}

/**
 * Shortens the names that only the wasm and its glue use, in both.
 *
 * @param {Uint8Array} wasm
 * @param {string} script
 */
function shorten(wasm, script) {
  const names = new Map();
  const short = (/** @type {string} */ name) => {
    if (!/_h?[0-9a-f]{16}$/.test(name)) return name;
    if (!names.has(name)) names.set(name, `__${names.size.toString(36)}`);
    return names.get(name);
  };
  const shortened = withNames(wasm, short);
  return { wasm: shortened, script: script.replace(/\w+_h?[0-9a-f]{16}\b/g, (name) => names.get(name) ?? name) };
}

/**
 * Returns the wasm with renamed imports and exports.
 *
 * @param {Uint8Array} wasm
 * @param {(name: string) => string} rename
 */
function withNames(wasm, rename) {
  const [IMPORTS, EXPORTS] = [2, 7];
  let at = 8;
  const number = () => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = /** @type {number} */ (wasm[at++]);
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
      shift += 7;
    }
  };
  /** @returns {number[]} */
  const written = (/** @type {number} */ value) =>
    value < 128 ? [value] : [(value & 127) | 128, ...written(value >>> 7)];
  const text = () => {
    const length = number();
    at += length;
    return Buffer.from(wasm.subarray(at - length, at)).toString();
  };
  /** @param {() => void} read */
  const copied = (read) => {
    const from = at;
    read();
    return [...wasm.subarray(from, at)];
  };
  const named = (/** @type {string} */ name) => [...written(Buffer.byteLength(name)), ...Buffer.from(name)];
  const limits = () => {
    const flags = number();
    number();
    if (flags & 1) number();
  };
  /** @type {Record<number, () => void>} */
  const kinds = {
    0: number,
    1: () => {
      at += 1;
      limits();
    },
    2: limits,
    3: () => void (at += 2),
  };
  /** @type {number[]} */
  const out = [...wasm.subarray(0, at)];
  while (at < wasm.length) {
    const id = /** @type {number} */ (wasm[at++]);
    const end = number() + at;
    /** @type {number[]} */
    let body = [];
    if (id === IMPORTS || id === EXPORTS) {
      const count = number();
      body = written(count);
      for (let index = 0; index < count; index++) {
        if (id === IMPORTS) body.push(...named(text()));
        body.push(...named(rename(text())));
        body.push(
          ...copied(() => {
            const kind = number();
            if (id === EXPORTS) number();
            else kinds[kind]?.();
          }),
        );
      }
      if (at !== end) throw new Error('The imports of the wasm could not be read.');
    } else {
      body = [...wasm.subarray(at, end)];
    }
    // One by one, because a section has more bytes than a function may have arguments.
    out.push(id, ...written(body.length));
    for (const byte of body) out.push(byte);
    at = end;
  }
  return Uint8Array.from(out);
}

await writeFile(file, stopAtOnce(await readFile(file)));
await optimise();
const small = shorten(await readFile(file), await readFile(glue, 'utf8'));
await writeFile(file, small.wasm);
await writeFile(glue, small.script);
