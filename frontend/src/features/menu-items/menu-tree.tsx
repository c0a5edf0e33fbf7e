// The menu as a tree whose entries are moved by pointer, by touch and by keys.
import { ActionIcon } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Button,
  Collection,
  DropIndicator,
  I18nProvider,
  Tree,
  TreeItem,
  TreeItemContent,
  useDragAndDrop,
  type Key,
} from 'react-aria-components';
import { Link } from 'react-router';
import { call } from '~/domain/client';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { useLanguage, useText } from '~/kernel/i18n/i18n';
import { refusalOf } from '~/kernel/resource/refusal';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { useRemove } from '~/kernel/resource/use-remove';
import { toast } from '~/kernel/toast/toast';
import { DisabledReason } from '~/ui/disabled-reason';
import { DeleteIcon, DragIcon, EditIcon, MoreIcon, NextIcon } from '~/ui/icons';
import { ToneBadge } from '~/ui/tone-badge';
import { forgetMenu, managedName, moveTo, type ManagedItem } from './managed-menu';
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
  const sections = items.filter(({ parentId }) => parentId === null);
  const [open, setOpen] = useState<Set<Key>>(
    () => new Set(sections.map(({ menuItemId }) => menuItemId)),
  );
  const nameOf = (item: ManagedItem) => managedName(item, language);
  const move = (id: Key, target: { key: Key; dropPosition: 'before' | 'after' | 'on' }) => {
    const to = { key: Number(target.key), how: target.dropPosition };
    const body = moveTo(items, Number(id), to);
    if (!body) return;
    call('UpdateMenuItem', { path: { menuItemId: Number(id) }, body })
      .then(
        () => {
          if (to.how === 'on') setOpen((known) => new Set([...known, to.key]));
          toast('success', t('menuItem.moved'));
        },
        (error: unknown) => {
          const [first] = fieldErrorsOf(error);
          toast('error', first ? fieldErrorText(first) : errorText(error));
        },
      )
      .finally(() => {
        forgetMenu(queryClient);
      });
  };
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !canMove,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onMove: ({ keys, target }) => {
      for (const key of keys) move(key, target);
    },
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className={classes.drop ?? ''} />
    ),
  });
  const entry = (item: ManagedItem) => {
    const name = nameOf(item);
    const below = items.filter(({ parentId }) => parentId === item.menuItemId);
    return (
      <TreeItem
        key={item.menuItemId}
        id={item.menuItemId}
        textValue={name}
        className={classes.item ?? ''}
        data-hidden-entry={item.isHidden || undefined}
      >
        <TreeItemContent>
          {({ level, isExpanded }) => (
            <div className={classes.row} style={{ paddingInlineStart: (level - 1) * 22 }}>
              {canMove && (
                <Button
                  slot="drag"
                  className={classes.handle ?? ''}
                  aria-label={t('menuItem.drag', { name })}
                >
                  <DragIcon size={16} stroke={1.6} aria-hidden />
                </Button>
              )}
              {below.length > 0 ? (
                <Button slot="chevron" className={classes.chevron ?? ''}>
                  {isExpanded ? (
                    <MoreIcon size={16} stroke={1.6} aria-hidden />
                  ) : (
                    <NextIcon size={16} stroke={1.6} aria-hidden />
                  )}
                </Button>
              ) : (
                <span className={classes.chevron} />
              )}
              <span className={classes.name}>
                <Link
                  to={`${MENU_ITEMS.path}/${String(item.menuItemId)}`}
                  state={DIALOG_STATE}
                  className={classes.link}
                  data-row-link
                >
                  <bdi>{name}</bdi>
                </Link>
                <span className={classes.url} dir="ltr">
                  {item.url ?? ''}
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
                          forgetMenu(queryClient);
                        });
                    }}
                    {...refused}
                  >
                    <DeleteIcon size={16} stroke={1.6} aria-hidden />
                  </ActionIcon>
                )}
              </DisabledReason>
            </div>
          )}
        </TreeItemContent>
        <Collection
          items={below.map((child) => ({ ...child, id: child.menuItemId }))}
          dependencies={[items, open]}
        >
          {entry}
        </Collection>
      </TreeItem>
    );
  };
  return (
    // The library has words of its own for moving, in the reader's language.
    <I18nProvider locale={language}>
      <Tree
        aria-label={t('menuItem.title')}
        className={classes.tree ?? ''}
        items={sections.map((section) => ({ ...section, id: section.menuItemId }))}
        dependencies={[items, language]}
        expandedKeys={open}
        onExpandedChange={(keys) => {
          setOpen(new Set(keys));
        }}
        dragAndDropHooks={dragAndDropHooks}
        selectionMode="none"
      >
        {entry}
      </Tree>
    </I18nProvider>
  );
}
