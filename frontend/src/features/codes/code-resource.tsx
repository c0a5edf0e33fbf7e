// Codes: lists of words for the product's choice fields.
import type { Answer } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import { codeName } from '~/kernel/field/code-kind';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { stateKind } from '~/kernel/field/flag-kind';
import { namesKind } from '~/kernel/field/names-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { textKind } from '~/kernel/field/text-kind';
import { resource } from '~/kernel/resource/resource';
import { EXTERNAL_DEVICES_PATH } from '~/kernel/screen/known-paths';
import { attributesKind } from './attributes-kind';
import { CODES } from './screens';

export type Code = Answer<'GetCode'>;

const listKind = choiceKind({
  words: [
    'CONCERN_CATEGORY',
    'CONTENT_CATEGORY',
    'SURVEY_GROUP',
    'SURVEY_SUBGROUP',
    'COUNSELING_KIND',
    'DEVICE_KIND',
  ],
  prefix: 'code.list',
  multiple: true,
});

/** Histories have an entry for each name in another language, so a deleted code has no list. */
const nameOf = ({ name, names = [] }: Pick<Code, 'name'> & Partial<Pick<Code, 'names'>>) =>
  codeName(name, names);

export const codes = resource('Code', {
  screen: CODES,
  nameOf,
  defaultSort: 'PLACE',
  hasBin: true,
  exports: true,
  bulk: ['isActive'],
  dependentsOf: ({ code }) => ({
    externalDevices: [
      {
        screen: { path: EXTERNAL_DEVICES_PATH, title: 'externalDevice.title' },
        filters: { kind: code },
      },
    ],
  }),
  fields: [
    {
      // In the user's language. Details and forms have the Korean name and those in other
      // languages.
      name: 'shownName',
      label: 'code.shownName',
      kind: textKind,
      value: nameOf,
      column: { width: 180 },
      filter: ['name'],
      hidden: true,
    },
    { name: 'name', label: 'code.name', kind: textKind, form: 'always' },
    {
      name: 'list',
      label: 'code.list',
      kind: listKind,
      column: { width: 150 },
      filter: ['lists'],
      form: 'create',
    },
    {
      name: 'code',
      label: 'code.code',
      kind: textKind,
      column: { width: 220 },
      filter: ['code'],
      form: 'create',
    },
    {
      name: 'position',
      label: 'menuItem.position',
      // A new code is placed after those of the product.
      kind: { ...numberKind({ hint: 'code.positionHint' }), empty: 100_000 },
      // The list has this order; the numbers themselves are not informative.
      column: { width: 80, optional: true },
      form: 'always',
    },
    {
      name: 'isActive',
      label: 'code.isActive',
      kind: { ...stateKind({ on: 'code.active', off: 'code.inactive' }), empty: true },
      column: { width: 90 },
      filter: ['isActive'],
      form: 'always',
    },
    {
      name: 'updatedAt',
      label: 'board.updatedAt',
      kind: dateTimeKind,
      column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' }, optional: true },
    },
    { name: 'names', label: 'names.title', kind: namesKind, form: 'always' },
    { name: 'attributes', label: 'code.attributes', kind: attributesKind, form: 'always' },
  ],
});
