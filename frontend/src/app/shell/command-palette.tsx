// The command palette: opens any page, starts any registration, and searches members by name.
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Mark.css';
import '@mantine/spotlight/styles.css';
import { Button } from '@mantine/core';
import { Spotlight, createSpotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { createSearchParams, useNavigate } from 'react-router';
import { accessOf } from '~/domain/access';
import { useReturnToOpener } from '~/kernel/dialog/use-opener';
import { isolated, useText } from '~/kernel/i18n/i18n';
import { useMe } from '~/kernel/session/account';
import { useMenuName } from '~/kernel/session/menu-name';
import { useAuthority } from '~/kernel/session/session';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { TOP_LEVEL, useLayer } from '~/ui/layers';
import { MembersIcon, PlusIcon, SearchIcon } from '~/ui/icons';
import { SCREENS } from '../screens';
import classes from './command-palette.module.css';
import { menuPages } from './menu';
import { MenuIcon } from './menu-icon';
import { useVisibleMenu } from './use-menu-to-go';

const [store, palette] = createSpotlight();

export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const nameOf = useMenuName();
  const authority = useAuthority();
  const menu = useVisibleMenu();
  const me = useMe();
  const [typed, setTyped] = useState('');
  useReturnToOpener();
  useLayer(true, palette.close, TOP_LEVEL - 1);
  useEffect(() => {
    palette.open();
  }, []);

  const pages = menuPages(menu.items).map(({ item, above }) => ({
    id: item.fullUrl,
    label: nameOf(item),
    description: above.map((section) => isolated(nameOf(section))).join(' › '),
    leftSection: <MenuIcon path={item.fullUrl} />,
    onClick: () => void navigate(item.fullUrl),
  }));
  const permitted = me.data?.permissionGroup.allowedMenuItems ?? [];
  const registrations = SCREENS.flatMap(({ path, texts, dialogs }) =>
    // Some records are registered only elsewhere.
    texts &&
    dialogs?.some((dialog) => dialog.path === 'new') &&
    accessOf(path, permitted, authority).create
      ? [
          {
            id: `${path}/new`,
            label: t(texts.create),
            leftSection: <PlusIcon size={18} stroke={1.6} aria-hidden />,
            onClick: () => void navigate(`${path}/new`, { state: DIALOG_STATE }),
          },
        ]
      : [],
  );
  // The palette shows no members: the list does, and reads of the list are logged.
  const name = typed.trim();
  const mayFind = accessOf(MEMBERS_PATH, permitted, authority).read;
  const people =
    name !== '' && mayFind
      ? [
          {
            id: 'find-member',
            label: t('palette.findMember', { name }),
            leftSection: <MembersIcon size={18} stroke={1.6} aria-hidden />,
            onClick: () =>
              void navigate({
                pathname: MEMBERS_PATH,
                search: createSearchParams({ name }).toString(),
              }),
          },
        ]
      : [];
  const groups: SpotlightActionGroupData[] = [
    { group: t('palette.pages'), actions: pages },
    { group: t('palette.actions'), actions: registrations },
    { group: t('member.title'), actions: people },
  ];
  return (
    <Spotlight
      store={store}
      classNames={{ content: classes.palette ?? '' }}
      actions={groups}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      onSpotlightClose={onClose}
      nothingFound={
        menu.retry ? (
          <>
            {t('shell.noMenu')}{' '}
            <Button variant="subtle" size="compact-sm" onClick={menu.retry}>
              {t('action.retry')}
            </Button>
          </>
        ) : (
          t('state.noMatch')
        )
      }
      highlightQuery
      scrollable
      maxHeight={420}
      // The arrow keys reach the entries from the input, so the scroll container must be reachable
      // by Tab.
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      attributes={{ content: { 'aria-label': t('palette.label') } }}
      searchProps={{
        leftSection: <SearchIcon size={18} stroke={1.6} aria-hidden />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
      }}
    />
  );
}
