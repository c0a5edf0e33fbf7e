// A button with a panel. The button is rendered before the panel's code is loaded and stays mounted
// afterwards.
import type { PopoverProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import {
  useEffect,
  useEffectEvent,
  useId,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import classes from './anchored.module.css';
import { useControls, wantControls, type Controls } from './controls/late';
import { PANEL_LEVEL, useLayer } from './layers';

interface ButtonProps {
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
  'aria-controls'?: string;
  onMouseDown: (event: SyntheticEvent) => void;
  onTouchStart: (event: SyntheticEvent) => void;
}

interface AnchoredProps extends Pick<PopoverProps, 'width' | 'withArrow'> {
  label: string;
  opened: boolean;
  onClose: () => void;
  button: (props: ButtonProps) => ReactElement;
  children: ReactNode;
}

/** Closes the panel that is currently open. */
let closeOpened: (() => void) | undefined;

/** Only one panel is open at a time: two would overlap. */
function useAlone(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    const closeThis = () => {
      close();
    };
    closeOpened?.();
    closeOpened = closeThis;
    return () => {
      if (closeOpened === closeThis) closeOpened = undefined;
    };
  }, [opened]);
}

/** A click on the button must not count as a click outside the panel. */
function keepToItself(event: SyntheticEvent): void {
  event.stopPropagation();
}

export function Anchored({ label, opened, onClose, button, children, ...looks }: AnchoredProps) {
  const id = useId();
  const controls = useControls();
  if (opened) wantControls();
  useAlone(opened, onClose);
  useLayer(opened, onClose, PANEL_LEVEL);
  return (
    <span className={classes.anchored}>
      {button({
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        ...(opened && { 'aria-controls': id }),
        onMouseDown: keepToItself,
        onTouchStart: keepToItself,
      })}
      {controls && (
        <Beside
          {...looks}
          popover={controls.Popover}
          opened={opened}
          onChange={(open) => {
            if (!open) onClose();
          }}
          // The content may be loaded later; until then the panel itself has the focus.
          attributes={{ dropdown: { id, role: 'dialog', 'aria-label': label, tabIndex: -1 } }}
        >
          {children}
        </Beside>
      )}
    </span>
  );
}

interface BesideProps extends PopoverProps {
  popover: Controls['Popover'];
}

function Beside({ popover: Popover, opened = false, children, ...more }: BesideProps) {
  // A panel that is open on its first render does not know where to return the focus.
  const isDrawn = useMounted();
  return (
    <Popover
      {...more}
      opened={opened && isDrawn}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      // Not the library's: it would also close the panel with a list that is open in it.
      closeOnEscape={false}
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.anchor} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  );
}
