// An announcement framed as its readers will see it.
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import classes from './reader-view.module.css';

const AnnouncementBody = lazy(() => import('~/kernel/announcements/announcement-body'));

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
        <Suspense fallback={<Skeleton height={120} />}>
          <AnnouncementBody subName={subName} content={content} />
        </Suspense>
      </div>
    </div>
  );
}
