import type { PointerEvent as ReactPointerEvent } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { dragByTouch } from './drag-by-touch';

const onOver = vi.fn();
const onDrop = vi.fn();

/** Presses a handle. The element under the pointer is identified by its height. */
function down(pointerType: string): void {
  const handle = document.createElement('span');
  document.body.append(handle);
  document.elementFromPoint = () => null;
  const event = {
    pointerType,
    isPrimary: true,
    pointerId: 1,
    clientX: 0,
    clientY: 200,
    currentTarget: handle,
  };
  dragByTouch<string>(event as unknown as ReactPointerEvent, {
    targetAt: (_, y) => (y > 300 ? undefined : `at ${String(y)}`),
    onOver,
    onDrop,
  });
}

function move(type: 'pointermove' | 'pointerup' | 'pointercancel', clientY: number, pointerId = 1) {
  const event = new MouseEvent(type, { clientX: 0, clientY });
  window.dispatchEvent(Object.assign(event, { pointerId }));
}

afterEach(() => {
  move('pointercancel', 0);
  vi.clearAllMocks();
});

it('drops upon what lies under the finger where it is lifted', () => {
  down('touch');
  move('pointermove', 250);
  move('pointermove', 280, 2);
  expect(onOver).toHaveBeenLastCalledWith('at 250');
  move('pointermove', 290);
  move('pointerup', 290);
  expect(onOver).toHaveBeenLastCalledWith(undefined);
  expect(onDrop.mock.calls).toEqual([['at 290']]);
  move('pointermove', 100);
  expect(onOver).toHaveBeenLastCalledWith(undefined);
});

it('takes a tap for no drag, and leaves the mouse to the browser', () => {
  down('touch');
  move('pointermove', 204);
  move('pointerup', 204);
  down('mouse');
  move('pointermove', 280);
  move('pointerup', 280);
  expect(onOver).not.toHaveBeenCalled();
  expect(onDrop).not.toHaveBeenCalled();
});

it('drops nothing where it is broken off, or upon nothing', () => {
  down('touch');
  move('pointermove', 250);
  move('pointercancel', 250);
  down('touch');
  move('pointermove', 400);
  move('pointerup', 400);
  expect(onDrop).not.toHaveBeenCalled();
});
