// Boards: what is announced to whom, written with formatting, some of it shown as a popup for a while.
import { call, type Answer, type Body, type Query } from '~/domain/client';
import { CATEGORIES, CategoryBadge, type Category } from '~/kernel/announcements/category';
import { choiceKind } from '~/kernel/field/choice-kind';
import { dateKind, dateTimeKind } from '~/kernel/field/date-kind';
import type { Kind } from '~/kernel/field/kind';
import { richTextKind } from '~/kernel/field/rich-text-kind';
import { textKind } from '~/kernel/field/text-kind';
import type { FormValues, ListQuery, Resource } from '~/kernel/resource/definition';
import { badgeWidth } from '~/ui/tone-badge';
import { BoardDetail } from './board-detail';
import { BoardPreview } from './board-preview';
import { popupKind } from './popup-state';

/** A row of the list; the content and the version come with the single board. */
export type Board = Answer<'ListAdminBoards'>['data'][number] &
  Partial<Pick<Answer<'GetAdminBoard'>, 'content' | 'version'>>;

const categoryKind = choiceKind({
  words: CATEGORIES,
  prefix: 'announcement.category',
  multiple: true,
  show: (word) => <CategoryBadge category={word as Category} />,
  roomOf: badgeWidth,
});

/** There is one place to show popups so far, so it is chosen beforehand. */
const popupTargetKind: Kind = {
  ...choiceKind({ words: ['CMS'], prefix: 'board.popupTarget' }),
  empty: 'CMS',
};

const wideTextKind: Kind = { ...textKind, wide: true };

const isPopup = (values: FormValues) => values.isPopup === true;
const asBody = (values: FormValues) => values as unknown as Body<'CreateAdminBoard'>;
const asQuery = (values: ListQuery) => values as Query<'ListAdminBoards'>;

export const boards: Resource<Board> = {
  name: 'admin-boards',
  path: '/system_management/board_management',
  title: 'board.title',
  texts: { create: 'board.create', edit: 'board.edit', remove: 'board.remove' },
  idOf: (board) => board.adminBoardId,
  nameOf: (board) => board.name,
  form: 'AdminBoardSave',
  filterForm: 'AdminBoardFilter',
  defaultSort: 'NEWEST',
  slots: { detail: BoardDetail, preview: BoardPreview },
  api: {
    list: (query, signal) => call('ListAdminBoards', { query: asQuery(query) }, signal),
    get: (adminBoardId, signal) => call('GetAdminBoard', { path: { adminBoardId } }, signal),
    create: (values) => call('CreateAdminBoard', { body: asBody(values) }),
    update: (adminBoardId, values) =>
      call('UpdateAdminBoard', { path: { adminBoardId }, body: asBody(values) }),
    remove: (adminBoardId) => call('DeleteAdminBoard', { path: { adminBoardId } }),
    revisions: (adminBoardId, page, signal) =>
      call('ListAdminBoardRevisions', { path: { adminBoardId }, query: { page } }, signal),
  },
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
};
