// Toasts for current announcements at the top of a page and, over any page, the announcement that
// its address names. Members see toasts only on their home page, not on those with their own
// measurements.
import { useLocation } from 'react-router';
import { lazyPart } from '~/kernel/code/lazy-part';
import { MEMBER, useAuthority } from '~/kernel/session/session';
import { AnnouncementToasts } from './announcement-toasts';
import { useOpenedAnnouncement } from './opened-announcement';

const AnnouncementDialog = lazyPart<{ id: number; onClose: () => void }>(
  () => import('./announcement-dialog'),
);

export default function AnnouncementLayer() {
  const { id, close } = useOpenedAnnouncement();
  const member = useAuthority() === MEMBER;
  const { pathname } = useLocation();
  return (
    <>
      <AnnouncementToasts hidden={member && pathname !== '/'} />
      {id !== undefined && <AnnouncementDialog key={id} id={id} onClose={close} />}
    </>
  );
}
