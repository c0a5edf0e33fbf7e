// What is written in a form and not saved yet, kept on this device until it is: a tab that crashes, a page that is loaded
// again or a session that ends takes nothing away. It is closed by a key of the account, which the server tells whoever
// is signed in to it, so that nobody else reads it here; a browser that cannot close anything keeps nothing.
import type { Standing } from '~/kernel/conflict/overtaken';
import type { FormValues } from '~/kernel/resource/definition';
import { draftNames, readKept, removeKept, startOf } from './kept';

/** A form as it was left. */
export interface Draft {
  values: FormValues;
  /** What it was made of: whoever was faster since then is seen when it is saved. */
  from: Standing;
}

/** A draft that was found, and since when it lies here. */
export interface FoundDraft extends Draft {
  at: number;
}

/** Where a draft lies: whose it is, and the address of its form. */
export interface DraftPlace {
  accountId: number;
  /** What closes it: 32 bytes, base64url. */
  key: string;
  path: string;
}

/** Another one where a form's values come to be held otherwise: what another release has kept would break it for good. */
const FORMAT = 1;
const DAYS = 7;
const MILLISECONDS_OF_A_DAY = 86_400_000;
/** Of all accounts together; the oldest goes first. A browser keeps some five million characters. */
const MOST_KEPT = 20;
const MOST_CHARACTERS = 3_000_000;
/**
 * As they are closed: twice the longest terms with what they were made of, in whatever script. It is a third longer when
 * it lies here, and leaves room for others.
 */
const MOST_BYTES_OF_ONE = 1_000_000;
const CIPHER = 'AES-GCM';
const NONCE_BYTES = 12;

const nameOf = ({ accountId, path }: DraftPlace) => `${startOf(accountId)}${path}`;

/** Whether there may be one, without reading it. */
export function hasDraft(place: DraftPlace): boolean {
  return readKept(nameOf(place)) !== null;
}

/** Keeps a draft, unless it is given up before it is closed. */
export async function keepDraft(
  place: DraftPlace,
  draft: Draft,
  isGivenUp: () => boolean,
): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify({ format: FORMAT, ...draft }));
  // What is kept is the latest or nothing.
  if (bytes.length > MOST_BYTES_OF_ONE) {
    dropDraft(place);
    return;
  }
  const at = String(Date.now());
  const closed = await close(place, at, bytes).catch(() => undefined);
  if (closed === undefined || isGivenUp()) return;
  try {
    localStorage.setItem(nameOf(place), `${at}.${closed}`);
    tidy();
  } catch {
    // There is no room, or the browser keeps nothing.
    dropDraft(place);
  }
}

/** What was left here; one that cannot be read is nobody's any more. */
export async function findDraft(place: DraftPlace): Promise<FoundDraft | undefined> {
  tidy();
  const [at = '', closed = ''] = readKept(nameOf(place))?.split('.') ?? [];
  if (closed === '') return undefined;
  try {
    const draft: unknown = JSON.parse(await open(place, at, closed));
    if (isDraft(draft)) return { values: draft.values, from: draft.from, at: Number(at) };
  } catch {
    // Closed by a key of before, or spoilt.
  }
  dropDraft(place);
  return undefined;
}

export function dropDraft(place: DraftPlace): void {
  removeKept(nameOf(place));
}

/** Takes away what has lain too long, whoever has left it, and what is too much. */
export function tidy(): void {
  const oldest = Date.now() - DAYS * MILLISECONDS_OF_A_DAY;
  const dated = draftNames()
    .map((name) => ({ name, content: readKept(name) ?? '' }))
    .map(({ name, content }) => ({ name, at: Number(content.split('.')[0]), size: content.length }))
    .sort((one, other) => other.at - one.at);
  let characters = 0;
  for (const [place, { name, at, size }] of dated.entries()) {
    characters += size;
    if (!(at > oldest) || place >= MOST_KEPT || characters > MOST_CHARACTERS) removeKept(name);
  }
}

function isDraft(value: unknown): value is Draft {
  const isObject = (part: unknown): part is Record<string, unknown> =>
    typeof part === 'object' && part !== null;
  return (
    isObject(value) &&
    value.format === FORMAT &&
    isObject(value.values) &&
    isObject(value.from) &&
    isObject(value.from.values)
  );
}

async function close(
  place: DraftPlace,
  at: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const closed = await crypto.subtle.encrypt(cipherOf(place, at, nonce), await keyOf(place), bytes);
  const together = new Uint8Array(NONCE_BYTES + closed.byteLength);
  together.set(nonce);
  together.set(new Uint8Array(closed), NONCE_BYTES);
  return toBase64(together);
}

async function open(place: DraftPlace, at: string, closed: string): Promise<string> {
  const bytes = fromBase64(closed);
  const text = await crypto.subtle.decrypt(
    cipherOf(place, at, bytes.slice(0, NONCE_BYTES)),
    await keyOf(place),
    bytes.slice(NONCE_BYTES),
  );
  return new TextDecoder().decode(text);
}

/** In another place, or with another date, it opens nowhere. */
function cipherOf(place: DraftPlace, at: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  const additionalData = new TextEncoder().encode(`${nameOf(place)}.${at}`);
  return { name: CIPHER, iv, additionalData };
}

function keyOf({ key }: DraftPlace): Promise<CryptoKey> {
  const bytes = fromBase64(key.replaceAll('-', '+').replaceAll('_', '/'));
  return crypto.subtle.importKey('raw', bytes, CIPHER, false, ['encrypt', 'decrypt']);
}

/** As many as a function takes arguments, in any browser. */
const AT_ONCE = 0x8000;

/** What browsers of before 2025 do not know. */
const quick: { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> } = Uint8Array;

// An array of a character for each byte would stop a phone for as long as one sees it.
function toBase64(
  bytes: Pick<Uint8Array, 'length' | 'subarray'> & { toBase64?: () => string },
): string {
  if (bytes.toBase64) return bytes.toBase64();
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (quick.fromBase64) return quick.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
