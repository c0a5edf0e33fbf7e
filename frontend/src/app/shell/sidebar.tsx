// The sidebar menu: nested groups of pages as the server defines them, or only icons with flyouts.
import { ActionIcon, Box, Button, NavLink, Skeleton, Stack, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useEffect, useRef, useState, type JSX, type ReactElement, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ACCOUNT_SETTINGS } from '~/features/own-account/screens';
import { useText } from '~/kernel/i18n/i18n';
import { PRIVACY_PAGE } from '~/kernel/page/privacy-page';
import { useMenuName } from '~/kernel/session/menu-name';
import { MEMBER, useAuthority } from '~/kernel/session/session';
import { Late, type Controls } from '~/ui/controls/late';
import { ErrorIcon, LogoutIcon, PrivacyIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { Tip } from '~/ui/tip';
import { chainTo, isUnder, iconAddressOf, type MenuItem } from './menu';
import { MenuIcon } from './menu-icon';
import classes from './sidebar.module.css';
import { useVisibleMenu } from './use-menu-to-go';

const TOOLTIP_DELAY = 700;
const CURRENT = '[aria-current="page"]';
/** Indentation per level below the first, whose names have icons. */
const INDENT = { first: 42, further: 14 };

interface SidebarProps {
  icons: boolean;
  onLogout: () => void;
}

export function Sidebar({ icons, onLogout }: SidebarProps) {
  const t = useText();
  const authority = useAuthority();
  const menu = useVisibleMenu();
  const { pathname } = useLocation();
  const scroll = useRef<HTMLDivElement>(null);
  useEffect(() => {
    showCurrent(scroll.current);
  }, [pathname, menu.isPending]);
  const Row = icons ? IconRow : NameRow;
  return (
    <div className={classes.sidebar} data-icons={icons || undefined}>
      <div className={classes.scroll} ref={scroll}>
        {menu.isPending ? (
          <MenuSkeleton />
        ) : menu.retry ? (
          <NoMenu icons={icons} onRetry={menu.retry} />
        ) : icons ? (
          <IconMenu items={menu.items} pathname={pathname} />
        ) : (
          <NameMenu items={menu.items} pathname={pathname} />
        )}
      </div>
      <div className={classes.foot}>
        {authority !== MEMBER && (
          <Row
            icon={<ACCOUNT_SETTINGS.icon size={18} stroke={1.6} aria-hidden />}
            label={t(ACCOUNT_SETTINGS.title)}
            to={ACCOUNT_SETTINGS.path}
            active={isUnder(pathname, ACCOUNT_SETTINGS.path)}
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

/** Scrolls to the current page in a long menu. */
function showCurrent(within: Element | null): void {
  within?.querySelector(CURRENT)?.scrollIntoView({ block: 'nearest' });
}

interface MenuProps {
  items: readonly MenuItem[];
  pathname: string;
}

/** Ids of nested entries, root first. */
type Chain = readonly MenuItem['id'][];

const idsOf = (items: readonly MenuItem[]): Chain => items.map(({ id }) => id);

/** Only one group per level is open: that of the page, until the user opens another. */
function NameMenu({ items, pathname }: MenuProps) {
  const [choice, setChoice] = useState<{ pathname: string; open: Chain }>();
  const here = idsOf(chainTo(items, pathname));
  const open = choice?.pathname === pathname ? choice.open : here;
  const toggle = (group: Chain) => {
    const level = group.length - 1;
    setChoice({ pathname, open: open[level] === group[level] ? group.slice(0, -1) : group });
  };
  return (
    <div
      onTransitionEnd={(event) => {
        // After the transition the group has its final height.
        if (event.target instanceof Element) showCurrent(event.target);
      }}
    >
      {items.map((item) => (
        <NameEntry
          key={item.id}
          item={item}
          above={[]}
          here={here}
          inSight
          open={open}
          toggle={toggle}
        />
      ))}
    </div>
  );
}

interface NameEntryProps {
  item: MenuItem;
  /** The groups that contain it. */
  above: Chain;
  /** The entries that lead to the page. */
  here: Chain;
  /** Whether all groups that contain it are open. */
  inSight: boolean;
  /** The open groups, root first. */
  open: Chain;
  toggle: (group: Chain) => void;
}

function NameEntry({ item, above, here, inSight, open, toggle }: NameEntryProps) {
  const nameOf = useMenuName();
  const level = above.length;
  const own = [...above, item.id];
  const isOpen = open[level] === item.id;
  const isHere = here[level] === item.id;
  const looks = {
    className: level === 0 ? classes.row : classes.child,
    label: nameOf(item),
    tabIndex: inSight ? 0 : -1,
    ...(level === 0
      ? { leftSection: <MenuIcon path={iconAddressOf(item)} /> }
      : { style: { paddingInlineStart: INDENT.first + (level - 1) * INDENT.further } }),
  };
  if (item.childrenMenuItems.length === 0) {
    return (
      <NavLink
        {...looks}
        component={Link}
        to={item.fullUrl}
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
      />
    );
  }
  return (
    <NavLink
      {...looks}
      component="button"
      opened={isOpen}
      aria-expanded={isOpen}
      onClick={() => {
        toggle(own);
      }}
      data-current={isHere || undefined}
      childrenOffset={0}
    >
      {item.childrenMenuItems.map((child) => (
        <NameEntry
          key={child.id}
          item={child}
          above={own}
          here={here}
          inSight={inSight && isOpen}
          open={open}
          toggle={toggle}
        />
      ))}
    </NavLink>
  );
}

interface RowProps {
  icon: ReactNode;
  label: string;
  to: string;
  active: boolean;
  /** The address is outside the console's router, so it needs a page load. */
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
    <Tip label={label} position="right" delay={TOOLTIP_DELAY}>
      {children}
    </Tip>
  );
}

function IconMenu({ items, pathname }: MenuProps) {
  const nameOf = useMenuName();
  const here = idsOf(chainTo(items, pathname));
  return items.map((item) =>
    item.childrenMenuItems.length === 0 ? (
      <IconRow
        key={item.id}
        icon={<MenuIcon path={item.fullUrl} />}
        label={nameOf(item)}
        to={item.fullUrl}
        active={here.includes(item.id)}
      />
    ) : (
      <IconGroup key={item.id} item={item} here={here} />
    ),
  );
}

function IconGroup({ item, here }: { item: MenuItem; here: Chain }) {
  const nameOf = useMenuName();
  const active = here.includes(item.id);
  const looks = {
    className: classes.icon,
    variant: active ? 'light' : 'subtle',
    color: active ? 'teal' : 'gray',
    'aria-label': nameOf(item),
    'aria-haspopup': 'menu' as const,
    children: <MenuIcon path={iconAddressOf(item)} />,
  };
  return (
    <IconTip label={nameOf(item)}>
      {/* Tooltip and menu share the same button. */}
      <Box className={classes.group}>
        <Late standIn={<ActionIcon {...looks} />}>
          {({ Menu }, begun) => (
            <Flyout
              menu={Menu}
              isOpen={begun.open}
              target={<ActionIcon {...looks} ref={begun.ref} />}
            >
              <FlyoutGroup menu={Menu} item={item} here={here} level={0} />
            </Flyout>
          )}
        </Late>
      </Box>
    </IconTip>
  );
}

interface FlyoutProps {
  menu: Controls['Menu'];
  /** Opens after the first render: before that, it would not know where the focus was. */
  isOpen: boolean;
  target: ReactElement;
  children: ReactNode;
}

function Flyout({ menu: Menu, isOpen, target, children }: FlyoutProps) {
  const [chosen, setChosen] = useState<boolean>();
  const isDrawn = useMounted();
  return (
    <Menu
      position="right-start"
      offset={8}
      withinPortal
      opened={chosen ?? (isOpen && isDrawn)}
      onChange={setChosen}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={classes.flyout}>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface FlyoutGroupProps {
  menu: Controls['Menu'];
  item: MenuItem;
  /** The entries that lead to the page. */
  here: Chain;
  /** Number of groups of the flyout that contain it. */
  level: number;
}

/** Shows all levels below an icon at once, so that every page is visible. */
function FlyoutGroup({ menu: Menu, item, here, level }: FlyoutGroupProps) {
  const nameOf = useMenuName();
  const indent = (depth: number) => ({ paddingInlineStart: INDENT.further * depth });
  return (
    <div role="group" aria-label={nameOf(item)}>
      <Menu.Label style={indent(Math.max(level, 1))} aria-hidden>
        {nameOf(item)}
      </Menu.Label>
      {item.childrenMenuItems.map((child) =>
        child.childrenMenuItems.length > 0 ? (
          <FlyoutGroup key={child.id} menu={Menu} item={child} here={here} level={level + 1} />
        ) : (
          <Menu.Item
            key={child.id}
            component={Link}
            to={child.fullUrl}
            aria-current={here.includes(child.id) ? 'page' : undefined}
            style={indent(level + 1)}
          >
            {nameOf(child)}
          </Menu.Item>
        ),
      )}
    </div>
  );
}

/** The page beside it may be fine, so it is no alarm. */
function NoMenu({ icons, onRetry }: { icons: boolean; onRetry: () => void }) {
  const t = useText();
  const said = t('shell.noMenu');
  const again = t('action.retry');
  if (icons) {
    return (
      <IconTip label={`${said} ${again}`}>
        <ActionIcon
          className={classes.icon}
          variant="subtle"
          color="gray"
          onClick={onRetry}
          aria-label={`${said} ${again}`}
        >
          <ErrorIcon size={18} stroke={1.6} />
        </ActionIcon>
      </IconTip>
    );
  }
  return (
    <Stack gap="xs" p="sm" align="flex-start" role="status">
      <Text size="sm" c="dimmed">
        {said}
      </Text>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {again}
      </Button>
    </Stack>
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
