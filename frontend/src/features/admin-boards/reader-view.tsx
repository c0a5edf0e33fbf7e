// An announcement framed as its readers will see it.
import { Skeleton } from '@mantine/core';
import { lazyPart } from '~/kernel/code/lazy-part';
import classes from './reader-view.module.css';

const AnnouncementBody = lazyPart<{ subName: string | null; content: string }>(
  () => import('~/kernel/announcements/announcement-body'),
  { loading: <Skeleton height={120} /> },
);

interface ReaderViewProps {
  /** Left out where it stands above already. */
  title?: string;
  subName: string | null;
  content: string;
}

export function ReaderView({ title, subName, content }: ReaderViewProps) {
  return (
    <div className={classes.frame}>
      {title !== undefined && <p className={classes.title}>{title}</p>}
      <div className={classes.body}>
        <AnnouncementBody subName={subName} content={content} />
      </div>
    </div>
  );
}
