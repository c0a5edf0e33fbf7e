// The cards of the home page. The user can arrange and hide them by mouse, by touch at their
// handles, or by keyboard. Cards of screens that the user may not read are absent.
import { Anchor, Button } from '@mantine/core';
import { useAtom, useAtomValue } from 'jotai';
import { useState, type PointerEvent, type ReactNode } from 'react';
import { accessOf } from '~/domain/access';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { MANAGERS_PATH, OPERATORS_PATH, STATISTICS_PATHS } from '~/kernel/screen/known-paths';
import type { Screen } from '~/kernel/screen/screen';
import { useMe } from '~/kernel/session/account';
import { useAuthority } from '~/kernel/session/session';
import { dragByTouch } from '~/ui/drag-by-touch';
import { DragIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { arrangingAtom, movedTo, useArrangement, type CardName } from './arrangement';
import {
  AnnouncementsCard,
  AttentionCard,
  CompaniesCard,
  GradesCard,
  JobsCard,
  MembersCard,
  ShortcutsCard,
  TestsCard,
  TIERS,
} from './cards';
import { useOfService } from './figures';
import classes from './dashboard.module.css';

interface Card {
  title: MessageKey;
  /** The card's screen. Without read access to it there is no card. */
  path?: string;
  /** Whether its screen has service tabs, like this page. */
  byTabs?: boolean;
  content: (screens: { daily: readonly Screen[]; first: readonly Screen[] }) => ReactNode;
}

const CARDS: Record<CardName, Card> = {
  tests: { title: 'home.course', path: STATISTICS_PATHS.categories, content: () => <TestsCard /> },
  attention: {
    title: 'home.attention',
    path: STATISTICS_PATHS.attention,
    content: () => <AttentionCard />,
  },
  grades: { title: 'home.grades', path: STATISTICS_PATHS.attention, content: () => <GradesCard /> },
  companies: {
    title: 'statistics.companies',
    path: STATISTICS_PATHS.companies,
    content: () => <CompaniesCard />,
  },
  members: {
    title: 'statistics.serviceAppMembers',
    path: STATISTICS_PATHS.members,
    byTabs: true,
    content: () => <MembersCard />,
  },
  shortcuts: { title: 'home.shortcuts', content: (screens) => <ShortcutsCard {...screens} /> },
  announcements: { title: 'announcement.heading', content: () => <AnnouncementsCard /> },
  jobs: { title: 'job.recent', content: () => <JobsCard /> },
};

/** The first steps of an installation, each of which depends on the previous ones. */
function beginning(screens: readonly Screen[]): Screen[] {
  const tiers = TIERS.map((tier) => screens.find(({ figure }) => figure?.name === tier));
  const accounts = [MANAGERS_PATH, OPERATORS_PATH].map((path) =>
    screens.find((screen) => screen.path === path),
  );
  return [...tiers, ...accounts].filter((screen) => screen !== undefined);
}

export function Dashboard({ screens }: { screens: readonly Screen[] }) {
  const t = useText();
  const authority = useAuthority();
  const me = useMe().data;
  const items = me?.permissionGroup.allowedMenuItems ?? [];
  const { order, hidden, setOrder, hide, show } = useArrangement();
  const arranging = useAtomValue(arrangingAtom);
  const [dragged, setDragged] = useState<CardName>();
  // The card before which a touch drag would drop.
  const [over, setOver] = useState<CardName>();
  const [said, setSaid] = useState('');
  const mayRead = (path: string) => accessOf(path, items, authority).read;
  const daily = screens.filter(({ isDaily, path }) => isDaily && mayRead(path));
  const mayRegister = (path: string) => accessOf(path, items, authority).create;
  // All other users already have a company: their own.
  const first =
    me?.role === 'ADMIN' ? beginning(screens).filter(({ path }) => mayRegister(path)) : [];
  const own = order.filter((name) => {
    if (name === 'shortcuts') return daily.length > 0 || first.length > 0;
    const { path } = CARDS[name];
    return path === undefined || mayRead(path);
  });
  const shown = own.filter((name) => !hidden.includes(name));
  const put = (card: CardName, place: CardName | undefined) => {
    if (place === undefined || place === card) return;
    setOrder(movedTo(order, card, place));
    const values = {
      card: t(CARDS[card].title),
      place: shown.indexOf(place) + 1,
      count: shown.length,
    };
    setSaid(t('home.moved', values));
  };
  return (
    <>
      <p className={classes.spoken} role="status">
        {said}
      </p>
      <div className={classes.cards}>
        {shown.map((name, place) => (
          <CardFrame
            key={name}
            name={name}
            card={CARDS[name]}
            arranging={arranging}
            isOver={over === name}
            onGrip={(event) => {
              dragByTouch<CardName>(event, {
                targetAt: (element) => {
                  const found = element?.closest<HTMLElement>('[data-card]')?.dataset.card;
                  return shown.find((card) => card === found && card !== name);
                },
                onOver: setOver,
                onDrop: (place) => {
                  put(name, place);
                },
              });
            }}
            onDrag={() => {
              setDragged(name);
            }}
            onDrop={() => {
              if (dragged !== undefined) put(dragged, name);
              setDragged(undefined);
            }}
            onEarlier={
              place === 0
                ? undefined
                : () => {
                    put(name, shown[place - 1]);
                  }
            }
            onLater={
              place === shown.length - 1
                ? undefined
                : () => {
                    put(name, shown[place + 1]);
                  }
            }
            onHide={() => {
              hide(name);
            }}
          >
            {CARDS[name].content({ daily, first })}
          </CardFrame>
        ))}
      </div>
      {arranging && shown.length < own.length && (
        <section className={classes.hidden} aria-label={t('home.hiddenCards')}>
          <h2>{t('home.hiddenCards')}</h2>
          {own
            .filter((name) => hidden.includes(name))
            .map((name) => (
              <Button
                key={name}
                variant="default"
                onClick={() => {
                  show(name);
                }}
              >
                {t('home.show', { card: t(CARDS[name].title) })}
              </Button>
            ))}
        </section>
      )}
    </>
  );
}

/** The actions on all cards. */
export function DashboardActions() {
  const t = useText();
  const { reset } = useArrangement();
  const [arranging, setArranging] = useAtom(arrangingAtom);
  return (
    <>
      {arranging && (
        <Button variant="subtle" onClick={reset}>
          {t('home.usual')}
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => {
          setArranging(!arranging);
        }}
      >
        {t(arranging ? 'home.arranged' : 'home.arrange')}
      </Button>
    </>
  );
}

interface CardFrameProps {
  name: CardName;
  card: Card;
  arranging: boolean;
  isOver: boolean;
  onGrip: (event: PointerEvent<HTMLElement>) => void;
  onDrag: () => void;
  onDrop: () => void;
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
  onHide: () => void;
  children: ReactNode;
}

function CardFrame({
  name,
  card: { title, path, byTabs = false },
  arranging,
  isOver,
  onGrip,
  onDrag,
  onDrop,
  onEarlier,
  onLater,
  onHide,
  children,
}: CardFrameProps) {
  const t = useText();
  const ofService = useOfService();
  const id = `card-${name}`;
  const words = { card: t(title) };
  return (
    <section
      className={classes.card}
      aria-labelledby={id}
      data-card={name}
      data-arranging={arranging || undefined}
      data-over={isOver || undefined}
      draggable={arranging}
      onDragStart={onDrag}
      onDragOver={(event) => {
        event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <header className={classes.head}>
        <h2 id={id}>
          {path === undefined ? (
            t(title)
          ) : (
            <Anchor component={Link} to={byTabs ? path : ofService(path)} inherit c="inherit">
              {t(title)}
            </Anchor>
          )}
        </h2>
        {path !== undefined && !arranging && <small>{t('home.period')}</small>}
      </header>
      {arranging && (
        <div className={classes.tools}>
          {/* For pointers: the keyboard and screen readers use the buttons next to it. */}
          <span className={classes.grip} onPointerDown={onGrip} aria-hidden>
            <DragIcon size={18} stroke={1.6} />
          </span>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('home.earlier', words)}
            disabled={!onEarlier}
            onClick={onEarlier}
          >
            {t('home.earlierShort')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('home.later', words)}
            disabled={!onLater}
            onClick={onLater}
          >
            {t('home.laterShort')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('home.hide', words)}
            onClick={onHide}
          >
            {t('home.hideShort')}
          </Button>
        </div>
      )}
      {children}
    </section>
  );
}
