// A tooltip. The element itself is rendered at once and stays mounted; the tooltip's code is loaded
// when it is first needed.
import type { TooltipProps } from '@mantine/core';
import { cloneElement, useEffect, useState, type ReactElement, type Ref } from 'react';
import { useControls, wantControls } from './controls/late';

interface TipProps extends Pick<TooltipProps, 'label' | 'position' | 'multiline' | 'maw'> {
  /** The id that `aria-describedby` refers to. */
  id?: string;
  /** How long the pointer must rest. */
  delay?: number;
  /** Whether it is also shown on focus and touch. */
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
