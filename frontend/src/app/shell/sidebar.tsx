// The left menu: groups of pages of which one is open at a time, or only icons that open on a click.
import { ActionIcon, Box, Menu, NavLink, Skeleton, Stack, Tooltip } from '@mantine/core';
import { useState, type JSX, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useText } from '~/kernel/i18n/i18n';
import { useMenu } from '~/kernel/session/account';
import { PRIVACY_PAGE } from '~/kernel/page/privacy-page';
import { MEMBER, useAuthority } from '~/kernel/session/session';
import { LogoutIcon, PrivacyIcon, SettingsIcon } from '~/ui/icons';
import { isUnder, type MenuItem } from './menu';
import { MenuIcon } from './menu-icon';
import classes from './sidebar.module.css';
import { useMenuName } from './use-menu-name';

const TOOLTIP_DELAY = 700;

interface SidebarProps {
  icons: boolean;
  onLogout: () => void;
}

export function Sidebar({ icons, onLogout }: SidebarProps) {
  const t = useText();
  const authority = useAuthority();
  const menu = useMenu();
  const nameOf = useMenuName();
  const { pathname } = useLocation();
  const items = menu.data ?? [];
  const currentGroup = items.find((item) => isUnder(pathname, item.url))?.id;
  // The reader's last choice holds until another page is opened.
  const [choice, setChoice] = useState<{ pathname: string; group: number | undefined }>();
  const openGroup = choice?.pathname === pathname ? choice.group : currentGroup;
  const Row = icons ? IconRow : NameRow;
  return (
    <div className={classes.sidebar} data-icons={icons || undefined}>
      <div className={classes.scroll}>
        {menu.isPending ? (
          <MenuSkeleton />
        ) : (
          <div>
            {items.map((item) => {
              if (item.childrenMenuItems.length === 0) {
                return (
                  <Row
                    key={item.id}
                    icon={<MenuIcon url={item.url} />}
                    label={nameOf(item.url, item.name)}
                    to={item.url}
                    active={isUnder(pathname, item.url)}
                  />
                );
              }
              return icons ? (
                <IconGroup key={item.id} item={item} pathname={pathname} />
              ) : (
                <NameGroup
                  key={item.id}
                  item={item}
                  pathname={pathname}
                  opened={openGroup === item.id}
                  onToggle={() => {
                    setChoice({ pathname, group: openGroup === item.id ? undefined : item.id });
                  }}
                />
              );
            })}
          </div>
        )}
      </div>
      <div className={classes.foot}>
        {authority !== MEMBER && (
          <Row
            icon={<SettingsIcon size={18} stroke={1.6} aria-hidden />}
            label={t('shell.accountSettings')}
            to="/account_settings"
            active={isUnder(pathname, '/account_settings')}
          />
        )}
        <Row
          icon={<PrivacyIcon size={18} stroke={1.6} aria-hidden />}
          label={t('terms.kind.PRIVACY')}
          to={PRIVACY_PAGE}
          active={false}
          loads
        />
        {icons ? (
          <IconTip label={t('shell.logout')}>
            <ActionIcon
              className={classes.icon}
              variant="subtle"
              color="gray"
              onClick={onLogout}
              aria-label={t('shell.logout')}
            >
              <LogoutIcon size={18} stroke={1.6} />
            </ActionIcon>
          </IconTip>
        ) : (
          <NavLink
            component="button"
            className={classes.row}
            label={t('shell.logout')}
            leftSection={<LogoutIcon size={18} stroke={1.6} aria-hidden />}
            onClick={onLogout}
          />
        )}
      </div>
    </div>
  );
}

interface RowProps {
  icon: ReactNode;
  label: string;
  to: string;
  active: boolean;
  /** The page is not one of the console's. */
  loads?: boolean;
}

function NameRow({ icon, label, to, active, loads = false }: RowProps) {
  return (
    <NavLink
      component={Link}
      to={to}
      reloadDocument={loads}
      className={classes.row}
      active={active}
      aria-current={active ? 'page' : undefined}
      label={label}
      leftSection={icon}
    />
  );
}

function IconRow({ icon, label, to, active, loads = false }: RowProps) {
  return (
    <IconTip label={label}>
      <ActionIcon
        component={Link}
        to={to}
        reloadDocument={loads}
        className={classes.icon}
        variant={active ? 'light' : 'subtle'}
        color={active ? 'teal' : 'gray'}
        aria-label={label}
        aria-current={active ? 'page' : undefined}
      >
        {icon}
      </ActionIcon>
    </IconTip>
  );
}

function IconTip({ label, children }: { label: string; children: JSX.Element }) {
  return (
    <Tooltip label={label} position="right" openDelay={TOOLTIP_DELAY}>
      {children}
    </Tooltip>
  );
}

interface GroupProps {
  item: MenuItem;
  pathname: string;
}

function NameGroup({
  item,
  pathname,
  opened,
  onToggle,
}: GroupProps & { opened: boolean; onToggle: () => void }) {
  const nameOf = useMenuName();
  return (
    <NavLink
      component="button"
      className={classes.row}
      label={nameOf(item.url, item.name)}
      leftSection={<MenuIcon url={item.url} />}
      opened={opened}
      aria-expanded={opened}
      onClick={onToggle}
      data-current={isUnder(pathname, item.url) || undefined}
      childrenOffset={0}
    >
      {item.childrenMenuItems.map((child) => {
        const path = item.url + child.url;
        return (
          <NavLink
            key={child.id}
            component={Link}
            to={path}
            className={classes.child}
            active={isUnder(pathname, path)}
            aria-current={isUnder(pathname, path) ? 'page' : undefined}
            label={nameOf(path, child.name)}
            tabIndex={opened ? 0 : -1}
          />
        );
      })}
    </NavLink>
  );
}

function IconGroup({ item, pathname }: GroupProps) {
  const nameOf = useMenuName();
  const active = isUnder(pathname, item.url);
  return (
    <Menu position="right-start" offset={8} withinPortal>
      <IconTip label={nameOf(item.url, item.name)}>
        {/* The tooltip and the menu hang on the same button. */}
        <Box className={classes.group}>
          <Menu.Target>
            <ActionIcon
              className={classes.icon}
              variant={active ? 'light' : 'subtle'}
              color={active ? 'teal' : 'gray'}
              aria-label={nameOf(item.url, item.name)}
            >
              <MenuIcon url={item.url} />
            </ActionIcon>
          </Menu.Target>
        </Box>
      </IconTip>
      <Menu.Dropdown>
        <Menu.Label>{nameOf(item.url, item.name)}</Menu.Label>
        {item.childrenMenuItems.map((child) => (
          <Menu.Item key={child.id} component={Link} to={item.url + child.url}>
            {nameOf(item.url + child.url, child.name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function MenuSkeleton() {
  return (
    <Stack gap={14} p="sm" aria-hidden>
      {[1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} height={20} />
      ))}
    </Stack>
  );
}
