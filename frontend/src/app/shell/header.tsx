// The header: logo, services, settings, language, colour scheme and sign-out.
import { ActionIcon, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useLocation } from 'react-router';
import { ACCOUNT_SETTINGS } from '~/features/own-account/screens';
import { useText } from '~/kernel/i18n/i18n';
import { LanguageMenu } from '~/kernel/i18n/language-menu';
import { isTranslated } from '~/kernel/i18n/translated-pages';
import { TRANSLATION_SLOT } from '~/kernel/i18n/translation-slot';
import { JobsIndicator } from '~/kernel/jobs/jobs-indicator';
import { groupName, nameOf, useAllowedServices, useMe } from '~/kernel/session/account';
import { MEMBER, useAuthority } from '~/kernel/session/session';
import { LogoutIcon, SearchIcon, SettingsIcon, SidebarIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { Logo } from '~/ui/logo';
import { Tip } from '~/ui/tip';
import { AlertBell } from './alert-bell';
import { ColorSchemeToggle } from './color-scheme-toggle';
import classes from './header.module.css';
import { ServiceTabs } from './service-tabs';

const BRAIN_BODY = 'BRAIN_BODY';

interface HeaderProps {
  menuOpen: boolean;
  onToggleMenu: () => void;
  onLogout: () => void;
  onSearch: () => void;
  compact: boolean;
}

export function Header({ menuOpen, onToggleMenu, onLogout, onSearch, compact }: HeaderProps) {
  const t = useText();
  const authority = useAuthority();
  const services = useAllowedServices();
  const { pathname } = useLocation();
  // Where a finger points, there is usually no keyboard.
  const touch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false });
  const withKey = (name: string, key: string) => (touch ? name : t('shell.withKey', { name, key }));
  const mark = services.length === 1 && services[0]?.code === BRAIN_BODY ? 'brain-body' : 'uno';
  return (
    <div className={classes.header}>
      <HeaderButton
        label={withKey(t('shell.toggleMenu'), 'B')}
        onClick={onToggleMenu}
        expanded={menuOpen}
      >
        <SidebarIcon size={18} stroke={1.6} />
      </HeaderButton>
      <Link to="/" className={classes.logo} data-mark={mark} aria-label={t('shell.home')}>
        <Logo variant={mark} height={22} />
      </Link>
      <div className={classes.services}>{!compact && <ServiceTabs />}</div>
      <Welcome />
      <Group gap={4} wrap="nowrap" flex="none">
        <HeaderButton label={withKey(t('shell.palette'), 'K')} onClick={onSearch}>
          <SearchIcon size={18} stroke={1.6} />
        </HeaderButton>
        {/* Members have no jobs, so their list is not fetched. */}
        {authority !== MEMBER && <JobsIndicator />}
        {authority !== MEMBER && <AlertBell />}
        {/* In compact layout the menu has this link and, as on every screen, the sign-out. */}
        {authority !== MEMBER && !compact && (
          <Tip label={t(ACCOUNT_SETTINGS.title)} delay={700}>
            <ActionIcon
              component={Link}
              to={ACCOUNT_SETTINGS.path}
              variant="subtle"
              color="gray"
              size={34}
              aria-label={t(ACCOUNT_SETTINGS.title)}
            >
              <SettingsIcon size={18} stroke={1.6} />
            </ActionIcon>
          </Tip>
        )}
        <LanguageMenu compact={compact} />
        {isTranslated(pathname) && (
          <div id={TRANSLATION_SLOT} className={classes.translation} translate="no" />
        )}
        {!compact && (
          <>
            <ColorSchemeToggle />
            <HeaderButton label={t('shell.logout')} onClick={onLogout}>
              <LogoutIcon size={18} stroke={1.6} />
            </HeaderButton>
          </>
        )}
      </Group>
    </div>
  );
}

function Welcome() {
  const t = useText();
  const me = useMe();
  if (!me.data) return null;
  return (
    <Text size="sm" c="dimmed" className={classes.welcome}>
      {t('shell.welcome', { name: nameOf(me.data), group: groupName(me.data) })}
    </Text>
  );
}

interface HeaderButtonProps {
  label: string;
  onClick: () => void;
  expanded?: boolean;
  children: React.ReactNode;
}

function HeaderButton({ label, onClick, expanded, children }: HeaderButtonProps) {
  return (
    <Tip label={label} delay={700}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        onClick={onClick}
        aria-label={label}
        aria-expanded={expanded}
      >
        {children}
      </ActionIcon>
    </Tip>
  );
}
