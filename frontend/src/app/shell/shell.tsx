// The frame around every page: header, menu, and the page itself once it is known that the caller may see it.
import './shell-styles';
import { AppShell } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { setNonce } from 'get-nonce';
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { Outlet, useLocation } from 'react-router';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useLater } from '~/kernel/code/use-later';
import { loadConfirm, QuestionDialog } from '~/kernel/dialog/question';
import { useText, withTexts } from '~/kernel/i18n/i18n';
import { useMachineTranslation } from '~/kernel/i18n/use-machine-translation';
import { useMe } from '~/kernel/session/account';
import { useSessionEnding } from '~/kernel/session/presence';
import { toast } from '~/kernel/toast/toast';
import { loadControls } from '~/ui/controls/late';
import { PagePlaceholder } from '../page-placeholder';
import { styleNonce } from '../style-nonce';
import { useKeptFocus } from './focus';
import { PageFrame } from './page-frame';
import { PageGate } from './page-gate';
import { Header } from './header';
import { ServiceTabs } from './service-tabs';
import classes from './shell.module.css';
import { Sidebar } from './sidebar';
import { useSidebarState } from './sidebar-state';
import { SignInAgain } from './sign-in-again';
import type { LogoutDialogProps } from './logout-dialog';
import type { SessionEndWarningProps } from './session-end-warning';
import type { MenuSheetProps } from './menu-sheet';
import { useSamePerson } from './use-same-person';

// Dialogs lock scrolling with a style element of their own library, which asks here for the nonce.
setNonce(styleNonce());

const CommandPalette = lazyPart<{ onClose: () => void }>(() => import('./command-palette'), {
  otherwise: NoPalette,
});
const FirstPassword = lazyPart(
  () => withTexts('own-account', import('~/features/own-account/first-password-page')),
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
const loadLogoutDialog = () => import('./logout-dialog');
const LogoutDialog = lazyPart<LogoutDialogProps>(loadLogoutDialog, { otherwise: NothingOpened });

const SessionEndWarning = lazyPart<SessionEndWarningProps>(() => import('./session-end-warning'), {
  optional: true,
});

/** What opens over the page: nobody needs it for the first picture, and then it should open at once. */
function loadWhatOpens() {
  return Promise.all([loadControls(), loadMenuSheet(), loadLogoutDialog(), loadConfirm()]);
}

// A page whose announcements cannot be fetched is better than none.
const Announcements = lazy<ComponentType>(() =>
  import('~/features/announcements/announcement-layer').catch(() => ({ default: () => null })),
);

// Below the first width the menu leaves the page altogether; below the second it opens as a sheet.
const LAYOUT_BREAKPOINT = 768;
const SHEET_BREAKPOINT = 1367;

const WIDTH = { expanded: '16rem', icons: '3rem' } as const;

/**
 * Whose password somebody else has set sees nothing else until it is changed; so does whose group demands a second step
 * until it is set up and its recovery codes are kept, which is after the server lets the account in; and a member until
 * required terms are agreed to.
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
  // The sheet belongs to the page that it was opened on: whoever chose a page from it wants to see the page.
  const [sheetPage, setSheetPage] = useState<string>();
  const sheetOpen = sheetPage === pathname;
  const [askingLogout, setAskingLogout] = useState(false);
  const [paletteWanted, setPaletteWanted] = useState(false);
  // Once opened they stay, so that they can close as they opened.
  const [sheetWanted, setSheetWanted] = useState(false);
  const [logoutWanted, setLogoutWanted] = useState(false);
  const ending = useSessionEnding();
  useSamePerson();
  useKeptFocus();
  useMachineTranslation();
  useLater(loadWhatOpens);

  const toggleMenu = () => {
    if (!sheet) {
      setExpanded(!expanded);
      return;
    }
    setSheetPage(sheetOpen ? undefined : pathname);
    setSheetWanted(true);
  };
  useHotkeys(
    [
      ['mod+B', toggleMenu],
      [
        'mod+K',
        () => {
          setPaletteWanted(true);
        },
      ],
    ],
    [],
  );

  const askLogout = () => {
    setSheetPage(undefined);
    setAskingLogout(true);
    setLogoutWanted(true);
  };
  const showIcons = sheet || !expanded;

  return (
    <>
      <AppShell
        header={{ height: 50 }}
        navbar={{
          width: showIcons ? WIDTH.icons : WIDTH.expanded,
          breakpoint: LAYOUT_BREAKPOINT + 1,
          collapsed: { mobile: true },
        }}
        transitionDuration={150}
      >
        <a className={classes.skip} href="#page">
          {t('shell.skipToPage')}
        </a>
        <AppShell.Header className={classes.header}>
          <Header
            menuOpen={sheet ? sheetOpen : expanded}
            onToggleMenu={toggleMenu}
            onLogout={askLogout}
            onSearch={() => {
              setPaletteWanted(true);
            }}
            compact={phone}
          />
        </AppShell.Header>
        {!phone && (
          <AppShell.Navbar className={classes.navbar} aria-label={t('shell.menu')}>
            <Sidebar icons={showIcons} onLogout={askLogout} />
          </AppShell.Navbar>
        )}
        <AppShell.Main className={classes.main} id="page" tabIndex={-1}>
          <div className={classes.page}>
            {phone && <ServiceTabs />}
            <Suspense>
              <Announcements />
            </Suspense>
            <PageFrame>
              <PageGate>
                <Outlet />
              </PageGate>
            </PageFrame>
          </div>
        </AppShell.Main>
      </AppShell>
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
      <SignInAgain />
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

/** What could not be opened is closed, and can be opened again. */
function NothingOpened({ onMissing }: { onMissing: () => void }) {
  const t = useText();
  useEffect(() => {
    toast('error', t('error.offline'));
    onMissing();
  }, [t, onMissing]);
  return null;
}

/** The palette is over before it began, and can be asked for again. */
function NoPalette({ onClose }: { onClose: () => void }) {
  const t = useText();
  useEffect(() => {
    toast('error', t('error.offline'));
    onClose();
  }, [t, onClose]);
  return null;
}
