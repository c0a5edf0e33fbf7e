// Jumps to any page and starts any registration by a few letters.
import '@mantine/core/styles/Mark.css';
import '@mantine/spotlight/styles.css';
import { Spotlight, createSpotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { accessOf } from '~/domain/access';
import { companies, DEALERS, RETAILERS, VENDORS } from '~/features/companies/company-resource';
import { members } from '~/features/members/member-resource';
import { terms } from '~/features/terms/terms-resource';
import { useReturnToOpener } from '~/kernel/dialog/use-opener';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { useMe, useMenu } from '~/kernel/session/account';
import { useAuthority } from '~/kernel/session/session';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { PlusIcon, SearchIcon } from '~/ui/icons';
import classes from './command-palette.module.css';
import { menuPages } from './menu';
import { MenuIcon } from './menu-icon';
import { useMenuName } from './use-menu-name';

const [store, palette] = createSpotlight();

const REGISTRATIONS: { path: string; label: MessageKey }[] = [VENDORS, DEALERS, RETAILERS]
  .map(companies)
  .map(({ path, texts }) => ({ path, texts }))
  .concat([members, terms].map(({ path, texts }) => ({ path, texts })))
  .flatMap(({ path, texts }) => (texts ? [{ path, label: texts.create }] : []));

export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const nameOf = useMenuName();
  const authority = useAuthority();
  const menu = useMenu();
  const me = useMe();
  useReturnToOpener();
  useEffect(() => {
    palette.open();
  }, []);

  const pages = menuPages(menu.data ?? []).map(({ path, name, group }) => {
    return {
      id: path,
      label: nameOf(path, name),
      description: group === undefined ? '' : nameOf(group.path, group.name),
      leftSection: <MenuIcon url={path} />,
      onClick: () => void navigate(path),
    };
  });
  const permitted = me.data?.permissionGroup.allowedMenuItems ?? [];
  const registrations = REGISTRATIONS.filter(
    ({ path }) => accessOf(path, permitted, authority).create,
  ).map(({ path, label }) => ({
    id: `${path}/new`,
    label: t(label),
    leftSection: <PlusIcon size={18} stroke={1.6} aria-hidden />,
    onClick: () => void navigate(`${path}/new`, { state: DIALOG_STATE }),
  }));
  const groups: SpotlightActionGroupData[] = [
    { group: t('palette.pages'), actions: pages },
    { group: t('palette.actions'), actions: registrations },
  ];
  return (
    <Spotlight
      store={store}
      classNames={{ content: classes.palette ?? '' }}
      actions={groups}
      shortcut={null}
      onSpotlightClose={onClose}
      nothingFound={t('state.noMatch')}
      highlightQuery
      scrollable
      maxHeight={420}
      // Its entries are reached by the arrow keys from the field: what scrolls must be reached by Tab.
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
