// Tests which user changed what, and what is saved after a merge.
import { describe, expect, it } from 'vitest';
import { switchKind } from '~/kernel/field/flag-kind';
import { namesKind } from '~/kernel/field/names-kind';
import { servicesKind } from '~/kernel/field/services-kind';
import { textKind } from '~/kernel/field/text-kind';
import { differencesOf, merged, type Choice, type ComparedField, type Versions } from './merge';

const FIELDS: ComparedField[] = [
  { name: 'name', kind: textKind, form: 'always' },
  { name: 'memo', kind: textKind, form: 'always' },
  { name: 'isHidden', kind: switchKind, form: 'always' },
  { name: 'names', kind: namesKind, form: 'always' },
  { name: 'serviceIds', kind: servicesKind, form: 'always' },
  { name: 'createdAt', kind: textKind },
];

const before = {
  name: '가',
  memo: null,
  isHidden: false,
  names: [
    { language: 'en', name: 'A' },
    { language: 'de', name: 'B' },
  ],
  serviceIds: [1, 2],
  createdAt: '1',
};

const among = (standing: object, entered: object): Versions => ({
  before,
  standing: { ...before, ...standing },
  entered: { ...before, ...entered },
});

const told = (versions: Versions) =>
  differencesOf(FIELDS, versions).map(({ path, changedBy }) => [path, changedBy]);

const NONE: ReadonlyMap<string, Choice> = new Map();

describe('of two changes', () => {
  it('it is told who has changed what, and nothing of what is the same', () => {
    const versions = among(
      { name: '나', isHidden: true, createdAt: '2' },
      { name: '다', memo: '적었다', isHidden: true },
    );
    expect(told(versions)).toEqual([
      ['name', 'both'],
      ['memo', 'self'],
    ]);
  });

  it('what only one has changed is merged', () => {
    const versions = among({ isHidden: true }, { memo: '적었다' });
    expect(told(versions)).toEqual([
      ['memo', 'self'],
      ['isHidden', 'other'],
    ]);
    expect(merged(FIELDS, versions, NONE)).toMatchObject({ memo: '적었다', isHidden: true });
  });

  it('of what both have changed the chosen is kept', () => {
    const versions = among({ name: '나' }, { name: '다' });
    expect(merged(FIELDS, versions, new Map([['name', 'standing']]))).toMatchObject({ name: '나' });
    expect(merged(FIELDS, versions, new Map([['name', 'entered']]))).toMatchObject({ name: '다' });
  });

  it('nothing is nothing, however a form holds it, and blanks around a text are no change', () => {
    expect(told(among({ memo: '' }, { memo: null, name: ' 가 ' }))).toEqual([]);
  });
});

describe('a list', () => {
  it('is compared entry by entry', () => {
    const versions = among(
      { names: [{ language: 'en', name: 'A2' }] },
      {
        names: [
          { language: 'de', name: 'B' },
          { language: 'en', name: 'A3' },
          { language: 'fr', name: 'C' },
        ],
      },
    );
    expect(told(versions)).toEqual([
      ['names[en]', 'both'],
      ['names[de]', 'other'],
      ['names[fr]', 'self'],
    ]);
    expect(merged(FIELDS, versions, new Map([['names[en]', 'entered']])).names).toEqual([
      { language: 'en', name: 'A3' },
      { language: 'fr', name: 'C' },
    ]);
  });

  it('has what either has added and not what either has taken away', () => {
    const versions = among({ serviceIds: [1, 2, 3] }, { serviceIds: [2, 4] });
    expect(told(versions)).toEqual([
      ['serviceIds[1]', 'self'],
      ['serviceIds[3]', 'other'],
      ['serviceIds[4]', 'self'],
    ]);
    expect(merged(FIELDS, versions, NONE).serviceIds).toEqual([2, 3, 4]);
  });

  it('taken away by one and changed by the other is to be chosen', () => {
    const versions = among(
      { names: [{ language: 'de', name: 'B' }] },
      { names: [{ language: 'en', name: 'A3' }, before.names[1]] },
    );
    expect(told(versions)).toEqual([['names[en]', 'both']]);
    expect(merged(FIELDS, versions, new Map([['names[en]', 'standing']])).names).toEqual([
      { language: 'de', name: 'B' },
    ]);
  });
});
