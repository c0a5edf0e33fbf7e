// Formatted text. What draws it and what writes it are loaded when they are wanted.
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Kind } from './kind';
import { NOTHING } from './nothing';

const RichText = lazy(() => import('~/kernel/rich-text/rich-text'));
const RichTextEditor = lazy(() => import('~/kernel/rich-text/rich-text-editor'));

export const richTextKind: Kind = {
  show: (value) =>
    typeof value === 'string' && value !== '' ? (
      <Suspense fallback={<Skeleton height={120} />}>
        <RichText html={value} />
      </Suspense>
    ) : (
      NOTHING
    ),
  // The change history holds the beginning of the plain text.
  showText: (text) => text,
  empty: '',
  wide: true,
  Input: (props) => (
    <Suspense fallback={<Skeleton height={280} />}>
      <RichTextEditor {...props} />
    </Suspense>
  ),
};
