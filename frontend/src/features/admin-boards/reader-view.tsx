// An announcement as readers will see it.
import { Skeleton } from '@mantine/core';
import { lazyPart } from '~/kernel/code/lazy-part';
import { ReaderFrame } from '~/kernel/rich-text/reader-frame';

const AnnouncementBody = lazyPart<{ subName: string | null; content: string }>(
  () => import('~/kernel/announcements/announcement-body'),
  { loading: <Skeleton height={120} /> },
);

interface ReaderViewProps {
  title?: string;
  subName: string | null;
  content: string;
}

export function ReaderView({ title, subName, content }: ReaderViewProps) {
  return (
    <ReaderFrame title={title}>
      <AnnouncementBody subName={subName} content={content} />
    </ReaderFrame>
  );
}
