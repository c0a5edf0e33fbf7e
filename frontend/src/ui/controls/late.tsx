// Controls whose code comes late. Until then something that looks alike stands in their place, and whoever has focused
// it, pressed it or typed into it by the time the code comes goes on in the control itself.
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

/** Fetched once; where that fails, the next sign tries again. */
export async function loadControls(): Promise<void> {
  if (!known) provideControls(await import('./controls'));
}

/** Asks for the code where nobody waits for an answer. */
export function wantControls(): void {
  loadControls().catch(() => undefined);
}

/** Undefined until the code has come. */
export function useControls(): Controls | undefined {
  return useSyncExternalStore(subscribe, () => known);
}

/** For what is only drawn once the code is there, such as a form (at-once.ts). */
export function controlsNow(): Controls {
  if (!known) throw new Error('The controls are drawn before their code has come');
  return known;
}

/** What happened to the stand-in before the control came. */
export interface Begun {
  /** Takes the focus over. */
  ref: (control: HTMLElement | null) => void;
  /** Likewise, and presses what cannot be drawn open. */
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
  /** Whether the control is wanted without a sign, because the stand-in cannot show what it holds. */
  atOnce?: boolean;
  children: (controls: Controls, begun: Begun) => ReactNode;
}

const OPENING = ['Enter', ' ', 'ArrowDown', 'ArrowUp'];

/** Where one may write, a space is a letter. */
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
    // Assistive technology clicks without a pointer.
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
  // Only the first drawing goes on where the stand-in was left.
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
