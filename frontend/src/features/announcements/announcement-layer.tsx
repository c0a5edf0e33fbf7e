// Over every page: toasts for what is announced these days, and the announcement that the address names.
import { lazy, Suspense } from 'react';
import { AnnouncementToasts } from './announcement-toasts';
import { useOpenedAnnouncement } from './opened-announcement';

const AnnouncementDialog = lazy(() => import('./announcement-dialog'));

export default function AnnouncementLayer() {
  const { id, close } = useOpenedAnnouncement();
  return (
    <>
      <AnnouncementToasts />
      {id !== undefined && (
        <Suspense>
          <AnnouncementDialog key={id} id={id} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
