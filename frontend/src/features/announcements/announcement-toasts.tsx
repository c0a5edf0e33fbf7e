// Toasts for current announcements. They stay until they are closed, so they are part of the page's
// layout and cover nothing.
import { Button, Notification, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useAnnouncements, type Summary } from '~/kernel/announcements/announcements';
import { CategoryBadge } from '~/kernel/announcements/category';
import { useText } from '~/kernel/i18n/i18n';
import { UserText } from '~/kernel/i18n/user-text';
import { useClosedAnnouncements } from './closed-announcements';
import { useOpenedAnnouncement } from './opened-announcement';
import classes from './announcement-toasts.module.css';

const MAX_VISIBLE = 3;
const NONE: readonly Summary[] = [];

export function AnnouncementToasts({ hidden }: { hidden: boolean }) {
  const { data } = useAnnouncements();
  const all = data?.data ?? NONE;
  const { open, close } = useClosedAnnouncements(all);
  const { id: reading } = useOpenedAnnouncement();
  const list = useRef<HTMLDivElement>(null);
  // An announcement that was opened, by its toast or by a link, counts as read.
  const read = open.find(({ adminBoardId }) => adminBoardId === reading);
  useEffect(() => {
    if (read) close(read);
  });
  const shown = hidden ? NONE : open.filter((one) => one !== read).slice(0, MAX_VISIBLE);
  if (shown.length === 0) return null;
  return (
    <div ref={list} className={classes.list}>
      {shown.map((announcement) => (
        <Toast
          key={announcement.adminBoardId}
          announcement={announcement}
          onClose={() => {
            close(announcement);
            requestAnimationFrame(() => {
              goOn(list.current);
            });
          }}
        />
      ))}
    </div>
  );
}

/**
 * The pressed button is unmounted, so the focus moves to the next announcement or else to the page.
 */
function goOn(list: HTMLElement | null): void {
  const next = list?.querySelector<HTMLElement>('button') ?? document.querySelector('main');
  next?.focus({ preventScroll: true });
}

function Toast({ announcement, onClose }: { announcement: Summary; onClose: () => void }) {
  const t = useText();
  const { open } = useOpenedAnnouncement();
  const { adminBoardId, category, name, subName } = announcement;
  return (
    <Notification
      role="status"
      color="teal"
      withBorder
      className={classes.toast ?? ''}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('announcement.closeNamed', { name }) }}
    >
      <div className={classes.content}>
        <div className={classes.words}>
          <CategoryBadge category={category} />
          <Text component="span" fw={600}>
            <UserText text={name} />
          </Text>
          {subName !== null && subName !== '' && (
            <Text component="span" size="sm" c="dimmed">
              <UserText text={subName} />
            </Text>
          )}
        </div>
        <Button
          variant="light"
          size="compact-sm"
          onClick={() => {
            open(adminBoardId);
          }}
          aria-label={t('announcement.viewNamed', { name })}
        >
          {t('announcement.view')}
        </Button>
      </div>
    </Notification>
  );
}
