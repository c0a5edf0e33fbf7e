// A tree whose entries can be moved by pointer, touch and keyboard: by dragging, or step by step
// with the buttons that a press on the handle shows, because not everybody can drag. The library
// handles dragging by mouse and keyboard, `dragByTouch` by finger and pen.
import { Button as TextButton, Group } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
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
import { reasonText } from '~/kernel/errors/error-text';
import { useLanguage, useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import { dragByTouch } from '~/ui/drag-by-touch';
import { DragIcon, MoreIcon, NextIcon } from '~/ui/icons';
import { stepsOf, type TreeEntry, type Target } from './moved-place';
import classes from './movable-tree.module.css';

const STEP_TEXTS = {
  moveUp: 'menuItem.moveUp',
  moveDown: 'menuItem.moveDown',
  moveIn: 'menuItem.moveIn',
  moveOut: 'menuItem.moveOut',
} as const;

interface MovableTreeProps<Item extends TreeEntry> {
  label: string;
  items: readonly Item[];
  nameOf: (item: Item) => string;
  canMove: boolean;
  /** Returns whether a target is valid. Other targets are not offered. */
  accepts: (id: number, target: Target) => boolean;
  /** Returns undefined if the entry stays where it is. */
  move: (id: number, target: Target) => Promise<unknown> | undefined;
  /** Called after a move or a refusal. No further step is possible until the tree is reloaded. */
  onMoved: () => Promise<unknown>;
  /** Returns whether the entry is expanded at first. */
  opensAtFirst: (item: Item) => boolean;
  /** Renders the row after its handle. */
  row: (item: Item) => ReactNode;
}

export function MovableTree<Item extends TreeEntry>(props: MovableTreeProps<Item>) {
  const { items, canMove } = props;
  const t = useText();
  const language = useLanguage();
  const [open, setOpen] = useState<Set<Key>>(
    () => new Set(items.filter(props.opensAtFirst).map(({ id }) => id)),
  );
  // The entry whose buttons are shown, and whether a step is in progress.
  const [stepping, setStepping] = useState<number>();
  const [isUnderWay, setUnderWay] = useState(false);
  // The entry dragged by touch, and its current target.
  const [dragged, setDragged] = useState<{ id: number; over: Target }>();
  const move = (id: number, to: Target) => {
    const moving = props.move(id, to);
    if (!moving) return;
    setUnderWay(true);
    void moving
      .then(
        () => {
          if (to.how === 'on') setOpen((known) => new Set([...known, to.key]));
          toast('success', t('menuItem.moved'));
        },
        (error: unknown) => {
          toast('error', reasonText(error));
        },
      )
      .then(props.onMoved)
      .finally(() => {
        setUnderWay(false);
      });
  };
  // The entry dragged by mouse or keyboard: the library passes only the target.
  const carried = useRef<number>(undefined);
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !canMove,
    onDragStart: ({ keys }) => {
      carried.current = Number([...keys][0]);
    },
    onDragEnd: () => {
      carried.current = undefined;
    },
    getDropOperation: (target) => {
      const id = carried.current;
      if (id === undefined || target.type === 'root') return 'cancel';
      const to = { key: Number(target.key), how: target.dropPosition };
      return props.accepts(id, to) ? 'move' : 'cancel';
    },
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onMove: ({ keys, target }) => {
      const to = { key: Number(target.key), how: target.dropPosition };
      for (const key of keys) move(Number(key), to);
    },
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className={classes.drop ?? ''} />
    ),
  });
  const entry = (item: Item) => {
    const name = props.nameOf(item);
    const below = items.filter(({ parentId }) => parentId === item.id);
    return (
      <TreeItem key={item.id} id={item.id} textValue={name} className={classes.item ?? ''}>
        <TreeItemContent>
          {({ level, isExpanded }) => (
            <div
              className={classes.row}
              style={{ paddingInlineStart: (level - 1) * 22 }}
              data-entry={item.id}
              data-over={dragged?.over.key === item.id ? dragged.over.how : undefined}
              data-dragged={dragged?.id === item.id || undefined}
            >
              {canMove && (
                // Pointer events pass through the handle, so that every browser drags the row. The
                // keyboard and screen readers press the handle to start dragging.
                <span
                  className={classes.grip}
                  onPointerDown={(event) => {
                    dragByTouch<Target>(event, {
                      targetAt: (element, y) =>
                        targetsAt(element, y, item.id).find((to) => props.accepts(item.id, to)),
                      onOver: (over) => {
                        setDragged(over && { id: item.id, over });
                      },
                      onDrop: (to) => {
                        move(item.id, to);
                      },
                    });
                  }}
                  onClick={({ target, currentTarget }) => {
                    if (target === currentTarget)
                      setStepping(stepping === item.id ? undefined : item.id);
                  }}
                >
                  <Button
                    slot="drag"
                    className={classes.handle ?? ''}
                    aria-label={t('menuItem.drag', { name })}
                  >
                    <DragIcon size={16} stroke={1.6} aria-hidden />
                  </Button>
                </span>
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
              {props.row(item)}
              {stepping === item.id && (
                <Group
                  gap="xs"
                  className={classes.steps}
                  role="group"
                  aria-label={t('menuItem.drag', { name })}
                >
                  {stepsOf(items, item.id).map(([step, to]) => (
                    <TextButton
                      key={step}
                      variant="default"
                      size="xs"
                      disabled={!to || isUnderWay || !props.accepts(item.id, to)}
                      onClick={() => {
                        if (to) move(item.id, to);
                      }}
                    >
                      {t(STEP_TEXTS[step])}
                    </TextButton>
                  ))}
                </Group>
              )}
            </div>
          )}
        </TreeItemContent>
        <Collection items={below} dependencies={[items, open, stepping, isUnderWay, dragged]}>
          {entry}
        </Collection>
      </TreeItem>
    );
  };
  return (
    // The library has its own texts for moving, in the user's language.
    <I18nProvider locale={language}>
      <Tree
        aria-label={props.label}
        className={classes.tree ?? ''}
        items={items.filter(({ parentId }) => parentId === null)}
        dependencies={[items, language, stepping, isUnderWay, dragged]}
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

/**
 * Returns the targets at a touch position: into the entry, or before or after it near its edges; if
 * the first is invalid, the nearer edge. Returns none over the dragged entry.
 */
function targetsAt(element: Element | null, y: number, dragged: number): Target[] {
  const row = element?.closest<HTMLElement>('[data-entry]');
  const key = Number(row?.dataset.entry);
  if (!row || key === dragged) return [];
  const { top, height } = row.getBoundingClientRect();
  const depth = (y - top) / height;
  const edge: Target = { key, how: depth < 0.5 ? 'before' : 'after' };
  return depth < 0.3 || depth > 0.7 ? [edge] : [{ key, how: 'on' }, edge];
}
