// Terms that members agree to, by kind, version and language. Published terms are immutable.
import type { Answer, Body } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import { dateInPeriodKind, dateTimeKind } from '~/kernel/field/date-kind';
import { stateKind, switchKind } from '~/kernel/field/flag-kind';
import { numberKind } from '~/kernel/field/number-kind';
import type { Kind } from '~/kernel/field/kind';
import { richTextKind } from '~/kernel/field/rich-text-kind';
import { textKind } from '~/kernel/field/text-kind';
import { FALLBACK_LANGUAGE, LANGUAGES } from '~/kernel/i18n/languages';
import { resource, type Entered } from '~/kernel/resource/resource';
import { ReaderFrame } from '~/kernel/rich-text/reader-frame';
import { badgeWidth, ToneBadge } from '~/ui/tone-badge';
import { TERMS } from './screens';

export type Terms = Answer<'GetTerms'>;
type Values = Entered<Body<'CreateTerms'>>;

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

const nameOf = ({ kind, edition, language }: Values | Terms) =>
  [kindKind.show(kind), edition, languageKind.show(language)].join(' ');

function Preview({ values }: { values: Values }) {
  return <ReaderFrame title={nameOf(values)}>{richTextKind.show(values.content)}</ReaderFrame>;
}

export const terms = resource('Terms', {
  screen: TERMS,
  nameOf,
  defaultSort: 'EFFECTIVE_LATEST',
  hasBin: true,
  exports: true,
  // Published terms cannot be deleted, so an empty list means that none were ever published.
  whenEmpty: { title: 'terms.empty', hint: 'terms.emptyHint' },
  slots: { preview: Preview },
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
    {
      name: 'updatedAt',
      label: 'board.updatedAt',
      kind: dateTimeKind,
      column: { width: 138, optional: true },
    },
    {
      name: 'isInForce',
      label: 'terms.isInForce',
      kind: stateKind({ on: 'terms.isInForce' }),
      column: { width: 90 },
    },
    { name: 'consents', label: 'terms.consents', kind: numberKind() },
    { name: 'content', label: 'board.content', kind: richTextKind, form: 'always' },
  ],
});
