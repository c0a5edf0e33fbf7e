// The menu as a tree whose entries can be moved.
import { ActionIcon } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { useLanguage, useText } from '~/kernel/i18n/i18n';
import { refusalOf } from '~/kernel/resource/refusal';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { useRemove } from '~/kernel/resource/use-remove';
import { MovableTree } from '~/kernel/tree/movable-tree';
import { Address } from '~/ui/address';
import { DisabledReason } from '~/ui/disabled-reason';
import { DeleteIcon, EditIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { ToneBadge } from '~/ui/tone-badge';
import {
  canMoveTo,
  invalidateMenu,
  managedName,
  moveTo,
  placed,
  type ManagedItem,
} from './managed-menu';
import { menuItems } from './menu-resource';
import classes from './menu-tree.module.css';
import { MENU_ITEMS } from './screens';

interface MenuTreeProps {
  items: readonly ManagedItem[];
  canMove: boolean;
}

export default function MenuTree({ items, canMove }: MenuTreeProps) {
  const t = useText();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const remove = useRemove(menuItems);
  const nameOf = (item: ManagedItem) => managedName(item, language);
  return (
    <MovableTree
      label={t('menuItem.title')}
      items={placed(items)}
      nameOf={nameOf}
      canMove={canMove}
      accepts={(menuItemId, target) => canMoveTo(items, menuItemId, target)}
      move={(menuItemId, target) => {
        const body = moveTo(items, menuItemId, target);
        return body && call('UpdateMenuItem', { path: { menuItemId }, body });
      }}
      onMoved={() => invalidateMenu(queryClient)}
      opensAtFirst={({ parentId }) => parentId === null}
      row={(item) => {
        const name = nameOf(item);
        return (
          <>
            <span className={classes.name} data-hidden-entry={item.isHidden || undefined}>
              <Link
                to={`${MENU_ITEMS.path}/${String(item.menuItemId)}`}
                state={DIALOG_STATE}
                className={classes.link}
                data-row-link
              >
                <bdi>{name}</bdi>
              </Link>
              <span className={classes.url}>
                <Address url={item.url ?? ''} />
              </span>
            </span>
            {item.unrestricted && <ToneBadge tone="info">{t('menuItem.open')}</ToneBadge>}
            {item.isHidden && <ToneBadge tone="neutral">{t('menuItem.hidden')}</ToneBadge>}
            <ActionIcon
              component={Link}
              to={`${MENU_ITEMS.path}/${String(item.menuItemId)}/edit`}
              state={DIALOG_STATE}
              variant="subtle"
              color="gray"
              aria-label={t('action.editNamed', { name })}
            >
              <EditIcon size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
            <DisabledReason reason={refusalOf(item.can.delete)}>
              {(refused) => (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('action.deleteNamed', { name })}
                  onClick={() => {
                    if (!refused['data-disabled'])
                      remove(item, () => {
                        void invalidateMenu(queryClient);
                      });
                  }}
                  {...refused}
                >
                  <DeleteIcon size={16} stroke={1.6} aria-hidden />
                </ActionIcon>
              )}
            </DisabledReason>
          </>
        );
      }}
    />
  );
}
