// A toast for each announcement of these days. They stay until they are closed, so they have a corner and a
// queue of their own: short messages come and go elsewhere, and no button of the page lies below them for long.
import { Button, Text } from '@mantine/core';
import {
  createNotificationsStore,
  hideNotification,
  Notifications,
  showNotification,
  type NotificationData,
  type NotificationsStore,
} from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { CATEGORIES, CategoryBadge } from '~/kernel/announcements/category';
import { text, useText } from '~/kernel/i18n/i18n';
import { UserText } from '~/kernel/i18n/user-text';
import { useOpenedAnnouncement } from './opened-announcement';
import classes from './announcement-toasts.module.css';

type Summary = Answer<'ListAnnouncements'>['data'][number];

const MOST_VISIBLE = 3;
/** Above the page and its header, below dialogs: whoever fills in a form must reach its buttons. */
const LAYER = 150;

function usePopups() {
  const [day] = useState(today);
  return useQuery({
    queryKey: ['announcements', 'popups', day],
    queryFn: ({ signal }) =>
      call(
        'ListAnnouncements',
        {
          query: {
            categories: [...CATEGORIES],
            popupTargets: ['CMS'],
            isPopup: true,
            popupFrom: day,
            popupTo: day,
            page: 0,
            pageSize: 10,
          },
        },
        signal,
      ),
    // Asked once: a toast that was closed stays closed until the page is loaded again.
    staleTime: Infinity,
  });
}

export function AnnouncementToasts() {
  const [store] = useState(createNotificationsStore);
  const shown = useRef(new Set<number>());
  const popups = usePopups();
  useEffect(() => {
    for (const announcement of popups.data?.data ?? []) {
      if (shown.current.has(announcement.adminBoardId)) continue;
      shown.current.add(announcement.adminBoardId);
      showNotification(toastOf(announcement, store), store);
    }
  }, [popups.data, store]);
  return (
    <Notifications
      store={store}
      position="bottom-right"
      limit={MOST_VISIBLE}
      autoClose={false}
      containerWidth={380}
      notificationMaxHeight={240}
      zIndex={LAYER}
    />
  );
}

function toastOf(announcement: Summary, store: NotificationsStore): NotificationData {
  const { adminBoardId, name } = announcement;
  const id = String(adminBoardId);
  return {
    id,
    message: (
      <Toast
        announcement={announcement}
        onView={() => {
          hideNotification(id, store);
        }}
      />
    ),
    autoClose: false,
    withBorder: true,
    color: 'teal',
    role: 'status',
    closeButtonProps: { 'aria-label': text('announcement.closeNamed', { name }) },
    classNames: { root: classes.toast ?? '' },
  };
}

function Toast({ announcement, onView }: { announcement: Summary; onView: () => void }) {
  const t = useText();
  const { open } = useOpenedAnnouncement();
  const { adminBoardId, category, name, subName } = announcement;
  return (
    <div className={classes.content}>
      <div className={classes.words}>
        <CategoryBadge category={category} />
        <Text component="div" fw={600} lineClamp={2}>
          <UserText text={name} />
        </Text>
        {subName !== null && subName !== '' && (
          <Text component="div" size="sm" c="dimmed" lineClamp={1}>
            <UserText text={subName} />
          </Text>
        )}
      </div>
      <Button
        variant="light"
        size="compact-sm"
        onClick={() => {
          onView();
          open(adminBoardId);
        }}
        aria-label={t('announcement.viewNamed', { name })}
      >
        {t('announcement.view')}
      </Button>
    </div>
  );
}
