// Tests which drafts a device stores, for which accounts and for how long.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropDraft, findDraft, hasDraft, storeDraft, type Draft, type DraftPlace } from './drafts';
import { dropDraftsOf } from './kept';

const KEY = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE';
const OTHER_KEY = 'AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI';
const place = (path = '/members/31/edit', accountId = 7): DraftPlace => ({
  accountId,
  key: KEY,
  path,
});
const draft = (name = '김하나'): Draft => ({
  values: { name, phoneNumber: '010-1234-5678' },
  from: { values: { name: '', phoneNumber: null }, version: 3 },
});
const keep = (where = place(), what = draft()) => storeDraft(where, what, () => false);
const inStorage = () => Object.keys(localStorage).filter((name) => name.startsWith('uno-draft:'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00+09:00') });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a draft', () => {
  it('is found as it was left, since when, by its account at its address', async () => {
    await keep();
    expect(hasDraft(place())).toBe(true);
    expect(await findDraft(place())).toEqual({ ...draft(), at: Date.now() });
    expect(await findDraft(place('/members/32/edit'))).toBeUndefined();
    expect(await findDraft(place(undefined, 8))).toBeUndefined();
  });

  it('cannot be read on the device without the key of the account', async () => {
    await keep();
    const [name = ''] = inStorage();
    for (const part of ['김하나', '1234', 'phoneNumber'])
      expect(localStorage.getItem(name)).not.toContain(part);
    expect(await findDraft({ ...place(), key: OTHER_KEY })).toBeUndefined();
    expect(inStorage(), 'nobody can read it any more').toEqual([]);
  });

  it('opens in no other place and with no other date', async () => {
    await keep();
    const [name = ''] = inStorage();
    const content = localStorage.getItem(name) ?? '';
    localStorage.setItem(name.replace('31', '32'), content);
    expect(await findDraft(place('/members/32/edit'))).toBeUndefined();
    const [at = ''] = content.split('.');
    localStorage.setItem(name, content.replace(at, String(Number(at) + 1)));
    expect(await findDraft(place())).toBeUndefined();
  });

  it('of another release is not gone on with', async () => {
    const other = { ...draft(), format: 0 };
    await keep(place(), other);
    expect(await findDraft(place())).toBeUndefined();
    expect(inStorage()).toEqual([]);
  });

  it('goes after seven days, also one that somebody else has left', async () => {
    await keep(place('/members/1/edit', 8));
    await keep();
    vi.setSystemTime(Date.now() + 6.9 * 86_400_000);
    expect(await findDraft(place())).toBeDefined();
    vi.setSystemTime(Date.now() + 0.2 * 86_400_000);
    expect(await findDraft(place())).toBeUndefined();
    expect(inStorage()).toEqual([]);
  });

  it('makes room for later ones: twenty are kept', async () => {
    for (let number = 1; number <= 22; number += 1) {
      vi.setSystemTime(Date.now() + 1000);
      await keep(place(`/members/${String(number)}/edit`));
    }
    expect(inStorage()).toHaveLength(20);
    expect(hasDraft(place('/members/2/edit'))).toBe(false);
    expect(hasDraft(place('/members/3/edit'))).toBe(true);
  });

  it('is kept also where it is long, and opens by what newer browsers know and by what older ones do', async () => {
    // The length of two of the longest terms, in a script with three bytes per character.
    const long = draft('가나다라마'.repeat(24_000));
    await keep(place(), long);
    expect((await findDraft(place()))?.values).toEqual(long.values);
    const fromBase64 = vi.fn((text: string) => Uint8Array.from(Buffer.from(text, 'base64')));
    const toBase64 = vi.fn(function (this: Uint8Array) {
      return Buffer.from(this).toString('base64');
    });
    Object.assign(Uint8Array, { fromBase64 });
    Object.assign(Uint8Array.prototype, { toBase64 });
    try {
      expect((await findDraft(place()))?.values).toEqual(long.values);
      await keep(place(), long);
    } finally {
      Reflect.deleteProperty(Uint8Array, 'fromBase64');
      Reflect.deleteProperty(Uint8Array.prototype, 'toBase64');
    }
    expect(fromBase64).toHaveBeenCalled();
    expect(toBase64).toHaveBeenCalled();
    expect((await findDraft(place()))?.values).toEqual(long.values);
  });

  it('is not kept where it is too long, and neither is what was written before', async () => {
    await keep();
    // The limit counts bytes, not characters: each character has three bytes here.
    await keep(place(), draft('가'.repeat(333_400)));
    expect(inStorage()).toEqual([]);
    await keep(place(), draft('a'.repeat(333_400)));
    expect(inStorage()).toHaveLength(1);
  });

  it('is not kept when it was given up while it was closed', async () => {
    let isGivenUp = false;
    const keeping = storeDraft(place(), draft(), () => isGivenUp);
    isGivenUp = true;
    await keeping;
    expect(inStorage()).toEqual([]);
  });

  it('is not kept by a browser that cannot close it', async () => {
    vi.spyOn(crypto, 'subtle', 'get').mockImplementation(() => undefined as never);
    await keep();
    expect(inStorage()).toEqual([]);
  });

  it('goes when it is dropped, and with all others of whoever signs out', async () => {
    await keep();
    dropDraft(place());
    expect(inStorage()).toEqual([]);
    await keep();
    await keep(place('/boards/new'));
    await keep(place('/boards/new', 77));
    dropDraftsOf(7);
    expect(inStorage()).toEqual(['uno-draft:77:/boards/new']);
  });
});
