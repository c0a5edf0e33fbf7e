// Unsaved form input, stored on this device until it is saved, so that nothing is lost to a crash,
// a reload or an expired session. Drafts are encrypted with a key of the account, which the server
// sends only to its signed-in user, so that nobody else can read them here. A browser without
// encryption stores nothing.
import type { VersionedValues } from '~/kernel/conflict/overtaken';
import type { FormValues } from '~/kernel/resource/definition';
import { draftNames, readStored, removeStored, startOf } from './kept';

/** The state of a form when it was left. */
export interface Draft {
  values: FormValues;
  /** The version that the form was loaded from. It reveals later changes by others on save. */
  from: VersionedValues;
  /** The key under which the form is sent, so that it is saved once even if its answer is lost. */
  requestKey?: string | undefined;
}

/** A stored draft with its time. */
export interface FoundDraft extends Draft {
  at: number;
}

/** The place of a draft: its account and the address of its form. */
export interface DraftPlace {
  accountId: number;
  /** The encryption key: 32 bytes, base64url. */
  key: string;
  path: string;
}

/**
 * Must change whenever the shape of form values changes. A draft of another release would break the
 * form permanently.
 */
const FORMAT = 1;
const DAYS = 7;
const MILLISECONDS_OF_A_DAY = 86_400_000;
/**
 * Limits over all accounts; the oldest draft is removed first. Browsers store about five million
 * characters.
 */
const MAX_KEPT = 20;
const MAX_CHARACTERS = 3_000_000;
/**
 * The size before encoding: twice the longest terms with their base version, in any script. Base64
 * adds a third, which leaves space for other drafts.
 */
const MAX_DRAFT_BYTES = 1_000_000;
const CIPHER = 'AES-GCM';
const NONCE_BYTES = 12;

const nameOf = ({ accountId, path }: DraftPlace) => `${startOf(accountId)}${path}`;

/** Returns whether a draft may exist, without decrypting it. */
export function hasDraft(place: DraftPlace): boolean {
  return readStored(nameOf(place)) !== null;
}

/**
 * Stores a draft, unless it is abandoned while it is being encrypted. A draft that is too large, or
 * does not fit into the storage, replaces the stored one by none.
 */
export async function storeDraft(
  place: DraftPlace,
  draft: Draft,
  isGivenUp: () => boolean,
): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify({ format: FORMAT, ...draft }));
  // Either the latest draft is stored or none.
  if (bytes.length > MAX_DRAFT_BYTES) {
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
    // The storage is full or blocked.
    dropDraft(place);
  }
}

/** Loads the draft of a form. A draft that cannot be decrypted or has another format is removed. */
export async function findDraft(place: DraftPlace): Promise<FoundDraft | undefined> {
  tidy();
  const [at = '', closed = ''] = readStored(nameOf(place))?.split('.') ?? [];
  if (closed === '') return undefined;
  try {
    const draft: unknown = JSON.parse(await open(place, at, closed));
    if (isDraft(draft)) {
      const { values, from, requestKey } = draft;
      return { values, from, at: Number(at), ...(requestKey !== undefined && { requestKey }) };
    }
  } catch {
    // Encrypted with an old key, or corrupt.
  }
  dropDraft(place);
  return undefined;
}

export function dropDraft(place: DraftPlace): void {
  removeStored(nameOf(place));
}

/** Removes expired drafts of all accounts, and the oldest ones beyond the limits. */
export function tidy(): void {
  const oldest = Date.now() - DAYS * MILLISECONDS_OF_A_DAY;
  const dated = draftNames()
    .map((name) => ({ name, content: readStored(name) ?? '' }))
    .map(({ name, content }) => ({ name, at: Number(content.split('.')[0]), size: content.length }))
    .sort((one, other) => other.at - one.at);
  let characters = 0;
  for (const [place, { name, at, size }] of dated.entries()) {
    characters += size;
    if (!(at > oldest) || place >= MAX_KEPT || characters > MAX_CHARACTERS) removeStored(name);
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
    isObject(value.from.values) &&
    (value.requestKey === undefined || typeof value.requestKey === 'string')
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

/** Binds the ciphertext to its place and date: moved or redated, it does not decrypt. */
function cipherOf(place: DraftPlace, at: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  const additionalData = new TextEncoder().encode(`${nameOf(place)}.${at}`);
  return { name: CIPHER, iv, additionalData };
}

function keyOf({ key }: DraftPlace): Promise<CryptoKey> {
  const bytes = fromBase64(key.replaceAll('-', '+').replaceAll('_', '/'));
  return crypto.subtle.importKey('raw', bytes, CIPHER, false, ['encrypt', 'decrypt']);
}

/** A number of arguments that a function call accepts in every browser. */
const AT_ONCE = 0x8000;

/** Missing in browsers from before 2025. */
const quick: { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> } = Uint8Array;

// Encodes in chunks: an array with one string per byte would block a phone noticeably.
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
