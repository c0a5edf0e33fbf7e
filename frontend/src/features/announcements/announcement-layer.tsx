// Over every page: toasts for what is announced these days, and the announcement that the address names.
import { lazyPart } from '~/kernel/code/lazy-part';
import { AnnouncementToasts } from './announcement-toasts';
import { useOpenedAnnouncement } from './opened-announcement';

const AnnouncementDialog = lazyPart<{ id: number; onClose: () => void }>(
  () => import('./announcement-dialog'),
);

export default function AnnouncementLayer() {
  const { id, close } = useOpenedAnnouncement();
  return (
    <>
      <AnnouncementToasts />
      {id !== undefined && <AnnouncementDialog key={id} id={id} onClose={close} />}
    </>
  );
}
