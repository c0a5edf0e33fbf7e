// A word about what the pointer or the focus is on. The element itself is drawn at once and stays; what shows the word
// comes when it is first wanted.
import type { TooltipProps } from '@mantine/core';
import { cloneElement, useEffect, useState, type ReactElement, type Ref } from 'react';
import { useControls, wantControls } from './controls/late';

interface TipProps extends Pick<TooltipProps, 'label' | 'position' | 'multiline' | 'maw'> {
  /** By which the element says that the word describes it. */
  id?: string;
  /** How long the pointer has to rest. */
  delay?: number;
  /** Whether it is shown for the focus, and to a finger, too. */
  onFocus?: boolean;
  children: ReactElement<{ ref?: Ref<HTMLElement> }>;
}

export function Tip({ id, label, delay = 0, onFocus = false, children, ...looks }: TipProps) {
  const controls = useControls();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (!target) return;
    const listening = new AbortController();
    const { signal } = listening;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (after: number) => {
      wantControls();
      clearTimeout(timer);
      timer = setTimeout(() => {
        setOpened(true);
      }, after);
    };
    const hide = () => {
      clearTimeout(timer);
      setOpened(false);
    };
    const on: Partial<Record<keyof HTMLElementEventMap, (event: Event) => void>> = {
      pointerenter: (event) => {
        if (onFocus || (event as PointerEvent).pointerType !== 'touch') show(delay);
      },
      pointerleave: hide,
      blur: hide,
      keydown: (event) => {
        if ((event as KeyboardEvent).key === 'Escape') hide();
      },
      ...(onFocus
        ? {
            focus: () => {
              show(0);
            },
          }
        : { pointerdown: hide }),
    };
    for (const [name, listener] of Object.entries(on)) {
      target.addEventListener(name, listener, { signal });
    }
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [target, delay, onFocus]);
  return (
    <>
      {cloneElement(children, { ref: setTarget })}
      {controls && target && (
        <controls.Tooltip
          {...looks}
          label={<span id={id}>{label}</span>}
          target={target}
          opened={opened}
        >
          {null}
        </controls.Tooltip>
      )}
    </>
  );
}
