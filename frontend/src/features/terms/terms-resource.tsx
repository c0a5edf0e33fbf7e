// Terms: what members agree to, by kind, version and language. What is published stays as it is.
import { call, type Answer, type Body, type Query } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import { dateInPeriodKind, dateTimeKind } from '~/kernel/field/date-kind';
import { switchKind } from '~/kernel/field/flag-kind';
import type { Kind } from '~/kernel/field/kind';
import { richTextKind } from '~/kernel/field/rich-text-kind';
import { textKind } from '~/kernel/field/text-kind';
import { FALLBACK_LANGUAGE, LANGUAGES } from '~/kernel/i18n/languages';
import type { FormValues, ListQuery, Resource } from '~/kernel/resource/definition';
import { ReaderFrame } from '~/kernel/rich-text/reader-frame';
import { badgeWidth, ToneBadge } from '~/ui/tone-badge';

export type Terms = Answer<'GetTerms'>;

const PUBLISHED = 'PUBLISHED';

const kindKind = choiceKind({
  words: ['SERVICE', 'PRIVACY', 'SENSITIVE', 'MARKETING', 'LOCATION'],
  prefix: 'terms.kind',
  multiple: true,
});

const languageKind: Kind = {
  ...choiceKind({
    words: LANGUAGES.map(({ tag }) => tag),
    label: (tag) => LANGUAGES.find((language) => language.tag === tag)?.name,
    multiple: true,
  }),
  empty: FALLBACK_LANGUAGE,
};

const statusKind: Kind = {
  ...choiceKind({
    words: ['DRAFT', PUBLISHED],
    prefix: 'terms.status',
    multiple: true,
    note: (word) => (word === PUBLISHED ? 'refusal.published' : undefined),
    show: (word, label) => (
      <ToneBadge tone={word === PUBLISHED ? 'good' : 'neutral'}>{label}</ToneBadge>
    ),
    roomOf: badgeWidth,
  }),
  empty: 'DRAFT',
};

const nameOf = ({ kind, edition, language }: FormValues | Terms) =>
  [kindKind.show(kind), edition, languageKind.show(language)].join(' ');

function Preview({ values }: { values: FormValues }) {
  return <ReaderFrame title={nameOf(values)}>{richTextKind.show(values.content)}</ReaderFrame>;
}

const asBody = (values: FormValues) => values as unknown as Body<'CreateTerms'>;
const asQuery = (values: ListQuery) => values as Query<'ListTerms'>;

export const terms: Resource<Terms> = {
  name: 'terms',
  path: '/system_management/terms_management',
  title: 'terms.title',
  texts: { create: 'terms.create', edit: 'terms.edit', remove: 'terms.remove' },
  idOf: ({ termsId }) => termsId,
  nameOf,
  form: 'TermsSave',
  filterForm: 'TermsFilter',
  defaultSort: 'EFFECTIVE_LATEST',
  slots: { preview: Preview },
  api: {
    list: (query, signal) => call('ListTerms', { query: asQuery(query) }, signal),
    get: (termsId, signal) => call('GetTerms', { path: { termsId } }, signal),
    create: (values) => call('CreateTerms', { body: asBody(values) }),
    update: (termsId, values) => call('UpdateTerms', { path: { termsId }, body: asBody(values) }),
    remove: (termsId) => call('DeleteTerms', { path: { termsId } }),
    revisions: (termsId, page, signal) =>
      call('ListTermsRevisions', { path: { termsId }, query: { page } }, signal),
  },
  fields: [
    {
      name: 'kind',
      label: 'terms.kind',
      kind: kindKind,
      column: { width: 180 },
      filter: ['kinds'],
      form: 'always',
    },
    {
      name: 'edition',
      label: 'terms.edition',
      kind: textKind,
      column: { width: 80 },
      form: 'always',
    },
    {
      name: 'language',
      label: 'shell.language',
      kind: languageKind,
      column: { width: 100 },
      filter: ['languages'],
      form: 'always',
    },
    {
      name: 'status',
      label: 'terms.status',
      kind: statusKind,
      column: { width: 90 },
      filter: ['statuses'],
      form: 'always',
    },
    {
      name: 'isRequired',
      label: 'terms.isRequired',
      kind: switchKind,
      column: { width: 90 },
      form: 'always',
    },
    {
      name: 'effectiveFrom',
      label: 'terms.effectiveFrom',
      kind: dateInPeriodKind,
      column: {
        width: 110,
        sort: { ascending: 'EFFECTIVE_EARLIEST', descending: 'EFFECTIVE_LATEST' },
      },
      filter: ['startEffectiveFrom', 'endEffectiveFrom'],
      form: 'always',
    },
    {
      name: 'createdAt',
      label: 'board.createdAt',
      kind: dateTimeKind,
      column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' }, optional: true },
    },
    { name: 'updatedAt', label: 'board.updatedAt', kind: dateTimeKind, column: { width: 138 } },
    { name: 'content', label: 'board.content', kind: richTextKind, form: 'always' },
  ],
};
