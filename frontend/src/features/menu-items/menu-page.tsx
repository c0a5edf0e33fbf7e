// The screen for managing the menu: the whole menu as a tree, with the forms of its entries in
// dialogs.
import { Button } from '@mantine/core';
import { Outlet } from 'react-router';
import { useAccess } from '~/kernel/access/access';
import { lazyPart } from '~/kernel/code/lazy-part';
import { QueryError } from '~/kernel/errors/query-error';
import { useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { useScreenName } from '~/kernel/session/menu-name';
import { DeleteIcon, PlusIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { useManagedMenu } from './managed-menu';
import classes from './menu-page.module.css';
import { menuItems } from './menu-resource';
import { MENU_ITEMS } from './screens';

/** Drag and drop requires a library that no other screen needs. */
const MenuTree = lazyPart(() => import('./menu-tree'), { loading: <FieldsSkeleton /> });

export function Component() {
  const t = useText();
  const access = useAccess(MENU_ITEMS.path);
  const menu = useManagedMenu();
  const name = useScreenName(MENU_ITEMS);
  usePageTitle(name);
  return (
    <>
      <PageHeader
        title={name}
        description={
          <>
            {t('menuItem.hint')} <span className={classes.byKeys}>{t('menuItem.byKeys')}</span>
          </>
        }
        actions={
          <>
            {access.delete && (
              <Button
                component={Link}
                to={`${MENU_ITEMS.path}/deleted`}
                state={DIALOG_STATE}
                variant="default"
                leftSection={<DeleteIcon size={16} stroke={1.6} aria-hidden />}
              >
                {t('deleted.title')}
              </Button>
            )}
            {access.create && (
              <Button
                component={Link}
                to={`${MENU_ITEMS.path}/new`}
                state={DIALOG_STATE}
                leftSection={<PlusIcon size={16} stroke={2} aria-hidden />}
              >
                {t('menuItem.create')}
              </Button>
            )}
          </>
        }
      />
      {menu.isPending && <FieldsSkeleton />}
      {menu.isError && <QueryError error={menu.error} retry={() => void menu.refetch()} />}
      {menu.data && <MenuTree items={menu.data} canMove={access.update} />}
      <Outlet context={menuItems} />
    </>
  );
}
