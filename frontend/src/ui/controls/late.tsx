// Controls that are loaded late. Until then a look-alike placeholder is shown; its focus, press or
// typed text carries over to the control.
import {
  cloneElement,
  useRef,
  useState,
  useSyncExternalStore,
  type InputEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import type * as code from './controls';

export type Controls = typeof code;

let known: Controls | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function provideControls(controls: Controls): void {
  known = controls;
  for (const listener of listeners) listener();
}

/** Loads once. After a failure the next user action retries. */
export async function loadControls(): Promise<void> {
  if (!known) provideControls(await import('./controls'));
}

/** Starts loading without waiting. */
export function wantControls(): void {
  loadControls().catch(() => undefined);
}

/** Returns the controls, or undefined until they are loaded. */
export function useControls(): Controls | undefined {
  return useSyncExternalStore(subscribe, () => known);
}

/**
 * For components that are rendered only after the controls are loaded, such as forms (at-once.ts).
 */
export function controlsNow(): Controls {
  if (!known) throw new Error('The controls are drawn before their code has come');
  return known;
}

/** The user's actions on the placeholder. */
export interface PendingInteraction {
  /** Transfers the focus. */
  ref: (control: HTMLElement | null) => void;
  /** Transfers the focus and presses a control that cannot be rendered open. */
  press: (control: HTMLElement | null) => void;
  open: boolean;
  text: string;
}

interface StandInProps {
  onFocus?: () => void;
  onBlur?: () => void;
  onMouseDown?: () => void;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onInput?: (event: InputEvent<HTMLInputElement>) => void;
}

interface LateProps {
  standIn: ReactElement<StandInProps>;
  /**
   * Whether to load the control without a user action, because the placeholder cannot show the
   * value.
   */
  atOnce?: boolean;
  children: (controls: Controls, begun: PendingInteraction) => ReactNode;
}

const OPENING = ['Enter', ' ', 'ArrowDown', 'ArrowUp'];

/** In a text input, a space is a character and not a press. */
function isTyped({ key, target }: KeyboardEvent): boolean {
  return key === ' ' && target instanceof HTMLInputElement && !target.readOnly;
}

export function Late({ standIn, atOnce = false, children }: LateProps) {
  const controls = useControls();
  const [begun, setBegun] = useState({ focused: false, open: false, text: '' });
  if (controls) return <Control controls={controls} begun={begun} draw={children} />;
  if (atOnce) wantControls();
  const note = (more: Partial<typeof begun>) => {
    setBegun((before) => ({ ...before, ...more }));
    wantControls();
  };
  return cloneElement(standIn, {
    onFocus: () => {
      note({ focused: true });
    },
    onBlur: () => {
      note({ focused: false, open: false });
    },
    onMouseDown: () => {
      note({ open: true });
    },
    // Assistive technology clicks without pointer events.
    onClick: () => {
      note({ open: true });
    },
    onKeyDown: (event) => {
      if (!OPENING.includes(event.key) || isTyped(event)) return;
      event.preventDefault();
      note({ open: true });
    },
    onInput: (event) => {
      note({ open: true, text: event.currentTarget.value });
    },
  });
}

interface ControlProps {
  controls: Controls;
  begun: { focused: boolean; open: boolean; text: string };
  draw: LateProps['children'];
}

function Control({ controls, begun, draw }: ControlProps) {
  // Only the first render continues from the placeholder.
  const [{ focused, open, text }] = useState(begun);
  const left = useRef(focused || open);
  const [{ ref, press }] = useState(() => {
    const takeOver = (control: HTMLElement | null, then?: (control: HTMLElement) => void) => {
      if (!control || !left.current) return;
      left.current = false;
      control.focus();
      then?.(control);
    };
    return {
      ref: (control: HTMLElement | null) => {
        takeOver(control);
      },
      press: (control: HTMLElement | null) => {
        takeOver(control, (one) => {
          if (open)
            queueMicrotask(() => {
              one.click();
            });
        });
      },
    };
  });
  return draw(controls, { ref, press, open, text });
}
