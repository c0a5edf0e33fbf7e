// Boards: formatted announcements for a target group, some of which are shown as a popup for a
// period.
import { CATEGORIES, CategoryBadge, type Category } from '~/kernel/announcements/category';
import { choiceKind } from '~/kernel/field/choice-kind';
import { dateKind, dateTimeKind } from '~/kernel/field/date-kind';
import type { Kind } from '~/kernel/field/kind';
import { richTextKind } from '~/kernel/field/rich-text-kind';
import { textKind } from '~/kernel/field/text-kind';
import { resource, type Entered } from '~/kernel/resource/resource';
import type { RecordOf, SaveOf } from '~/kernel/resource/usual-calls';
import { badgeWidth } from '~/ui/tone-badge';
import { BoardDetail } from './board-detail';
import { BoardPreview } from './board-preview';
import { popupKind } from './popup-state';
import { BOARDS } from './screens';

/** A row of the list. The single call adds the content and the version. */
export type Board = RecordOf<'AdminBoard'>;

const categoryKind = choiceKind({
  words: CATEGORIES,
  prefix: 'announcement.category',
  multiple: true,
  show: (word) => <CategoryBadge category={word as Category} />,
  roomOf: badgeWidth,
});

/** Popups have only one target so far, so it is preselected. */
const popupTargetKind: Kind = {
  ...choiceKind({ words: ['CMS'], prefix: 'board.popupTarget' }),
  empty: 'CMS',
};

const wideTextKind: Kind = { ...textKind, wide: true };

const isPopup = (values: Entered<SaveOf<'AdminBoard'>>) => values.isPopup === true;

export const boards = resource('AdminBoard', {
  screen: BOARDS,
  nameOf: (board) => board.name,
  defaultSort: 'NEWEST',
  hasBin: true,
  exports: true,
  bulk: ['category', 'isPopup', 'popupTarget', 'popupFrom', 'popupTo'],
  slots: { detail: BoardDetail, preview: BoardPreview },
  fields: [
    {
      name: 'name',
      label: 'board.name',
      kind: wideTextKind,
      column: { width: 320 },
      filter: ['name'],
      form: 'always',
    },
    { name: 'subName', label: 'board.subName', kind: wideTextKind, form: 'always' },
    {
      name: 'category',
      label: 'board.category',
      kind: categoryKind,
      column: { width: 96 },
      filter: ['categories'],
      form: 'always',
    },
    {
      name: 'isPopup',
      label: 'board.isPopup',
      kind: popupKind,
      value: (board) => board,
      column: { width: 250 },
      filter: ['isPopup'],
      form: 'always',
    },
    {
      name: 'popupFrom',
      label: 'board.popupFrom',
      kind: dateKind,
      form: 'always',
      onlyIf: isPopup,
      required: true,
      hidden: true,
    },
    {
      name: 'popupTo',
      label: 'board.popupTo',
      kind: dateKind,
      form: 'always',
      onlyIf: isPopup,
      required: true,
      hidden: true,
    },
    {
      name: 'popupTarget',
      label: 'board.popupTarget',
      kind: popupTargetKind,
      form: 'always',
      onlyIf: isPopup,
      required: true,
      hidden: true,
    },
    {
      name: 'createdAt',
      label: 'board.createdAt',
      kind: dateTimeKind,
      column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
      filter: ['startCreatedAt', 'endCreatedAt'],
    },
    {
      name: 'updatedAt',
      label: 'board.updatedAt',
      kind: dateTimeKind,
      column: { width: 138, optional: true },
    },
    { name: 'content', label: 'board.content', kind: richTextKind, form: 'always', hidden: true },
  ],
});
