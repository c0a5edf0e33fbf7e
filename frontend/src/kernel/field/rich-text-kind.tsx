// Formatted text. Its viewer and its editor are loaded on demand.
import { Skeleton } from '@mantine/core';
import { lazyPart } from '~/kernel/code/lazy-part';
import { withTexts } from '~/kernel/i18n/i18n';
import type { InputProps, Kind } from './kind';
import { NOTHING } from './nothing';

const RichText = lazyPart<{ html: string }>(() => import('~/kernel/rich-text/rich-text'), {
  loading: <Skeleton height={120} />,
});
const RichTextEditor = lazyPart<InputProps>(
  () => withTexts('forms', import('~/kernel/rich-text/rich-text-editor')),
  { loading: <Skeleton height={280} /> },
);

export const richTextKind: Kind = {
  show: (value) =>
    typeof value === 'string' && value !== '' ? <RichText html={value} /> : NOTHING,
  // The history holds the beginning of the plain text.
  showText: (text) => text,
  empty: '',
  wide: true,
  Input: (props) => <RichTextEditor {...props} />,
};
