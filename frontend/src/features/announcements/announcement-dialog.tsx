// An announcement, for readers.
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '~/domain/client';
import AnnouncementBody from '~/kernel/announcements/announcement-body';
import { announcementTitle } from '~/kernel/announcements/category';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDate } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { COVER_LEVEL, useLayer } from '~/ui/layers';
import classes from './announcement-dialog.module.css';

const WIDTH = 697;

interface AnnouncementDialogProps {
  id: number;
  onClose: () => void;
}

/** The toast that opened the announcement is unmounted, so the focus moves to the page. */
function goOnReading(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('[role="dialog"], main')?.focus();
  });
}

export default function AnnouncementDialog({ id, onClose }: AnnouncementDialogProps) {
  const t = useText();
  useLayer(true, onClose, COVER_LEVEL);
  useEffect(() => goOnReading, []);
  const announcement = useQuery({
    queryKey: ['announcements', 'detail', id],
    queryFn: ({ signal }) => call('GetAnnouncement', { path: { adminBoardId: id } }, signal),
  });
  const known = announcement.data;
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={known ? announcementTitle(known.category, known.name) : t('announcement.heading')}
      size={WIDTH}
      zIndex={COVER_LEVEL}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div
        className={classes.scroll}
        role="region"
        aria-label={t('announcement.content')}
        tabIndex={0}
        data-autofocus
      >
        {announcement.isPending && (
          <Stack aria-hidden>
            <Skeleton height={18} width="60%" />
            <Skeleton height={18} />
            <Skeleton height={18} width="85%" />
          </Stack>
        )}
        {announcement.isError && (
          <QueryError error={announcement.error} retry={() => void announcement.refetch()} />
        )}
        {known && <AnnouncementBody subName={known.subName} content={known.content} />}
      </div>
      <Group justify="space-between" className={classes.foot}>
        <Text size="sm" c="dimmed">
          {known && <time dateTime={known.createdAt}>{formatDate(known.createdAt)}</time>}
        </Text>
        <Button variant="default" onClick={onClose}>
          {t('action.close')}
        </Button>
      </Group>
    </Modal>
  );
}
