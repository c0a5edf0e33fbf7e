// The frame around every page: header, menu, and the page itself once the user's access is known.
import './shell-styles';
import { useMediaQuery } from '@mantine/hooks';
import { setNonce } from 'get-nonce';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import AnnouncementLayer from '~/features/announcements/announcement-layer';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useLater } from '~/kernel/code/use-later';
import { loadConfirm, QuestionDialog } from '~/kernel/dialog/question';
import { loadTexts, useText, withTexts } from '~/kernel/i18n/i18n';
import { useMachineTranslation } from '~/kernel/i18n/use-machine-translation';
import { useMe } from '~/kernel/session/account';
import { useSessionEnding } from '~/kernel/session/presence';
import { useSession } from '~/kernel/session/session';
import { toast } from '~/kernel/toast/toast';
import { loadControls } from '~/ui/controls/late';
import { useShortcut } from '~/ui/use-shortcut';
import { loadToasts } from '../messages';
import { PagePlaceholder } from '../page-placeholder';
import { styleNonce } from '../style-nonce';
import { useRestoredFocus } from './focus';
import { PageFrame } from './page-frame';
import { PageGate } from './page-gate';
import { Header } from './header';
import { ServiceTabs } from './service-tabs';
import classes from './shell.module.css';
import { Sidebar } from './sidebar';
import { useSidebarState } from './sidebar-state';
import type { LogoutDialogProps } from './logout-dialog';
import type { SessionEndWarningProps } from './session-end-warning';
import type { MenuSheetProps } from './menu-sheet';
import type { SignInAgainProps } from './sign-in-again';
import { useRestartOnOtherUser } from './use-same-person';

// Dialogs lock scrolling with a style element of another library, which reads the nonce from here.
setNonce(styleNonce());

const CommandPalette = lazyPart<{ onClose: () => void }>(
  () => withTexts('forms', import('./command-palette')),
  { otherwise: NothingOpened },
);
const FirstPassword = lazyPart(
  () =>
    withTexts(
      'forms',
      withTexts('own-account', import('~/features/own-account/first-password-page')),
    ),
  { loading: <PagePlaceholder /> },
);
const DemandedSteps = lazyPart<{ onDone: () => void }>(
  () => withTexts('own-account', import('~/features/own-account/demanded-steps-page')),
  { loading: <PagePlaceholder /> },
);
const Consents = lazyPart(() => withTexts('users', import('~/features/users/consents-page')), {
  loading: <PagePlaceholder />,
});
const loadMenuSheet = () => import('./menu-sheet');
const MenuSheet = lazyPart<MenuSheetProps>(loadMenuSheet, { otherwise: NothingOpened });
const loadLogoutDialog = () => withTexts('forms', import('./logout-dialog'));
const LogoutDialog = lazyPart<LogoutDialogProps>(loadLogoutDialog, { otherwise: NothingOpened });

const SessionEndWarning = lazyPart<SessionEndWarningProps>(
  () => withTexts('forms', import('./session-end-warning')),
  { optional: true },
);

const loadSignInAgain = () => withTexts('forms', import('./sign-in-again'));
const SignInAgain = lazyPart<SignInAgainProps>(loadSignInAgain, { loading: <PagePlaceholder /> });

/**
 * Loads what opens over the page. It is not needed for the first render, but should open without
 * delay.
 */
function preloadLayers() {
  return Promise.all([
    loadControls(),
    loadMenuSheet(),
    loadLogoutDialog(),
    loadConfirm(),
    loadToasts(),
    // Preloaded, because the server may be unreachable when it is needed.
    loadSignInAgain(),
    // Texts of form errors, and those of the parts above.
    loadTexts('forms'),
  ]);
}

/**
 * Runs ten seconds after the mount or at the user's first action. Also removes expired drafts,
 * because their forms may never be opened again.
 */
function prepare() {
  return Promise.all([
    preloadLayers(),
    import('~/kernel/draft/drafts').then(({ tidy }) => {
      tidy();
    }),
  ]);
}

// Up to the first width the page has no menu bar. Up to the second one the bar shows icons only,
// and the menu with names opens as a sheet.
const LAYOUT_BREAKPOINT = 768;
const SHEET_BREAKPOINT = 1367;

/**
 * The frame of the console. Some accounts see nothing else until a step is completed: a user whose
 * password was set by somebody else must change it; a user whose group demands a second factor must
 * set it up and keep the recovery codes, which happens after the server already accepts the
 * account; and a member must agree to the required terms.
 */
export function Shell() {
  const me = useMe();
  const [settingUp, setSettingUp] = useState(false);
  const mustSetUp = me.data?.mustSetUpTwoSteps === true && !me.data.mustChangePassword;
  if (mustSetUp && !settingUp) setSettingUp(true);
  if (me.data?.mustChangePassword) return <FirstPassword />;
  if (me.data?.mustAgreeToTerms) return <Consents />;
  if (!settingUp) return <Frame />;
  return (
    <DemandedSteps
      onDone={() => {
        setSettingUp(false);
      }}
    />
  );
}

function Frame() {
  const t = useText();
  const { pathname } = useLocation();
  const phone = useMediaQuery(`(max-width: ${String(LAYOUT_BREAKPOINT)}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  const sheet = useMediaQuery(`(max-width: ${String(SHEET_BREAKPOINT)}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  const [expanded, setExpanded] = useSidebarState();
  // The sheet belongs to the page on which it was opened, so it closes on navigation.
  const [sheetPage, setSheetPage] = useState<string>();
  const sheetOpen = sheetPage === pathname;
  const [askingLogout, setAskingLogout] = useState(false);
  const [paletteWanted, setPaletteWanted] = useState(false);
  // Once opened they stay mounted, so that closing is animated.
  const [sheetWanted, setSheetWanted] = useState(false);
  const [logoutWanted, setLogoutWanted] = useState(false);
  const ending = useSessionEnding();
  const { interrupted } = useSession();
  const me = useMe();
  useRestartOnOtherUser();
  useRestoredFocus();
  useMachineTranslation();
  useLater(prepare);

  const toggleMenu = () => {
    if (!sheet) {
      setExpanded(!expanded);
      return;
    }
    setSheetPage(sheetOpen ? undefined : pathname);
    setSheetWanted(true);
  };
  useShortcut('b', toggleMenu, true);
  const search = () => {
    setPaletteWanted(true);
  };
  useShortcut('k', search, true);

  const askLogout = () => {
    setSheetPage(undefined);
    setAskingLogout(true);
    setLogoutWanted(true);
  };
  const showIcons = sheet || !expanded;

  return (
    <>
      <div className={classes.frame} data-menu={phone ? undefined : showIcons ? 'icons' : 'names'}>
        <a className={classes.skip} href="#page">
          {t('shell.skipToPage')}
        </a>
        <header className={classes.header} data-frame>
          <Header
            menuOpen={sheet ? sheetOpen : expanded}
            onToggleMenu={toggleMenu}
            onLogout={askLogout}
            onSearch={search}
            compact={phone}
          />
        </header>
        {!phone && (
          <nav className={classes.navbar} aria-label={t('shell.menu')}>
            <Sidebar icons={showIcons} onLogout={askLogout} />
          </nav>
        )}
        <main className={classes.main} id="page" tabIndex={-1}>
          <div className={classes.page}>
            {phone && <ServiceTabs />}
            <AnnouncementLayer />
            <PageFrame>
              <PageGate>
                <Outlet />
              </PageGate>
            </PageFrame>
          </div>
        </main>
      </div>
      {sheetWanted && (
        <MenuSheet
          opened={sheet && sheetOpen}
          onClose={() => {
            setSheetPage(undefined);
          }}
          onMissing={() => {
            setSheetPage(undefined);
            setSheetWanted(false);
          }}
          onLogout={askLogout}
        />
      )}
      {logoutWanted && (
        <LogoutDialog
          opened={askingLogout}
          onClose={() => {
            setAskingLogout(false);
          }}
          onMissing={() => {
            setAskingLogout(false);
            setLogoutWanted(false);
          }}
        />
      )}
      <QuestionDialog />
      {ending && <SessionEndWarning {...ending} />}
      {interrupted && me.data && (
        <div className={classes.cover}>
          <SignInAgain owner={me.data} signedIn={interrupted === 'SIGNED_IN'} />
        </div>
      )}
      {paletteWanted && (
        <CommandPalette
          onClose={() => {
            setPaletteWanted(false);
          }}
        />
      )}
    </>
  );
}

interface NothingOpenedProps {
  onClose: () => void;
  /** Unmounts a part that otherwise stays mounted when it is closed. */
  onMissing?: () => void;
}

/** Closes a part whose code could not be fetched, so that it can be opened again. */
function NothingOpened({ onClose, onMissing = onClose }: NothingOpenedProps) {
  const t = useText();
  useEffect(() => {
    toast('error', t('error.offline'));
    onMissing();
  }, [t, onMissing]);
  return null;
}
