// The alert bell in the header, with the number of unread alerts. It is announced at most every ten
// seconds. The panel and the updates of the count are loaded later.
import { ActionIcon, Indicator } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useOpenedAlert } from '~/features/alerts/opened-alert';
import { UNREAD } from '~/kernel/alerts/read-alerts';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useLater } from '~/kernel/code/use-later';
import { useText, withTexts } from '~/kernel/i18n/i18n';
import { Anchored } from '~/ui/anchored';
import { AlertsIcon } from '~/ui/icons';
import classes from './alert-bell.module.css';

interface ListProps {
  onOpen: (alertId: number) => void;
  onSettings: () => void;
}

const AlertList = lazyPart<ListProps>(() =>
  withTexts('alerts', import('~/features/alerts/alert-list')),
);
const AlertDetail = lazyPart<{ id: number; onClose: () => void }>(() =>
  withTexts('alerts', import('./alert-detail')),
);

const AlertSettings = lazyPart<{ onClose: () => void }>(() =>
  withTexts('alerts', import('~/features/alerts/alert-settings-dialog')),
);

/** Larger counts are shown as "9+". */
const MOST = 9;
/**
 * The announced count has a higher limit: its listeners do not see the list, and "9+" would hide
 * the tenth alert.
 */
const MAX_SHOWN_COUNT = 99;
const SAID_EVERY = 10_000;

export function AlertBell() {
  const t = useText();
  const unread = useUnread();
  const said = useAnnouncedCount(unread);
  const { pathname } = useLocation();
  const { id, open, close } = useOpenedAlert();
  const [openedOn, setOpenedOn] = useState<string>();
  const [choosing, setChoosing] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  const opened = openedOn === pathname && id === undefined;
  const count = unread > MOST ? `${String(MOST)}+` : String(unread);
  const label = unread === 0 ? t('alerts.bell') : t('alerts.bellUnread', { count });
  return (
    <>
      <Anchored
        label={t('alerts.bell')}
        opened={opened}
        onClose={() => {
          setOpenedOn(undefined);
        }}
        width="min(400px, 94vw)"
        button={(props) => (
          <Indicator disabled={unread === 0} label={count} size={16} offset={7} color="red.9">
            <ActionIcon
              {...props}
              ref={bell}
              variant="subtle"
              color="gray"
              size={34}
              aria-label={label}
              title={label}
              onClick={() => {
                setOpenedOn(opened ? undefined : pathname);
              }}
            >
              <AlertsIcon size={18} stroke={1.6} />
            </ActionIcon>
          </Indicator>
        )}
      >
        <AlertList
          onOpen={(alertId) => {
            setOpenedOn(undefined);
            open(alertId);
          }}
          onSettings={() => {
            setOpenedOn(undefined);
            setChoosing(true);
          }}
        />
      </Anchored>
      <span className={classes.said} aria-live="polite">
        {said > 0 &&
          t('alerts.bellUnread', {
            count: said > MAX_SHOWN_COUNT ? `${String(MAX_SHOWN_COUNT)}+` : said,
          })}
      </span>
      {choosing && (
        <AlertSettings
          onClose={() => {
            setChoosing(false);
            // The menu item that opened the dialog has been unmounted with the list.
            bell.current?.focus();
          }}
        />
      )}
      {id !== undefined && <AlertDetail key={id} id={id} onClose={close} />}
    </>
  );
}

/**
 * Returns the known number of unread alerts. Updates start ten seconds after the mount or at the
 * user's first action.
 */
function useUnread(): number {
  const queryClient = useQueryClient();
  const { data } = useQuery({ queryKey: UNREAD, queryFn: () => 0, enabled: false });
  const stop = useRef<() => void>(undefined);
  const gone = useRef(false);
  useLater(
    useCallback(async () => {
      const { followUnread } = await import('~/features/alerts/unread');
      if (!gone.current) stop.current ??= followUnread(queryClient);
    }, [queryClient]),
  );
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      stop.current?.();
      stop.current = undefined;
    };
  }, []);
  return data ?? 0;
}

/** Returns the count to announce: after an increase, at most every ten seconds; otherwise 0. */
function useAnnouncedCount(unread: number): number {
  const [said, setSaid] = useState(0);
  const before = useRef(0);
  const saidAt = useRef(0);
  useEffect(() => {
    if (unread === before.current) return undefined;
    const isMore = unread > before.current;
    const wait = isMore ? Math.max(0, saidAt.current + SAID_EVERY - Date.now()) : 0;
    const timer = setTimeout(() => {
      if (isMore) saidAt.current = Date.now();
      before.current = unread;
      setSaid(isMore ? unread : 0);
    }, wait);
    return () => {
      clearTimeout(timer);
    };
  }, [unread]);
  return said;
}
