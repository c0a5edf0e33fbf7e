import { fireEvent, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { COVER_LEVEL, PANEL_LEVEL, useLayer } from './layers';

function Layer({ onClose, level }: { onClose: () => void; level?: number }) {
  useLayer(true, onClose, level);
  return null;
}

function closers() {
  return { form: vi.fn(), question: vi.fn(), announcement: vi.fn() };
}

it('Escape closes the topmost layer only, whichever was mounted first', () => {
  const { form, question, announcement } = closers();
  const { rerender } = render(
    <>
      <Layer key="question" onClose={question} level={PANEL_LEVEL} />
      <Layer key="announcement" onClose={announcement} level={COVER_LEVEL} />
      <Layer key="form" onClose={form} />
    </>,
  );
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect([question, announcement, form].map((close) => close.mock.calls.length)).toEqual([1, 0, 0]);
  rerender(
    <>
      <Layer key="announcement" onClose={announcement} level={COVER_LEVEL} />
      <Layer key="form" onClose={form} />
    </>,
  );
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(announcement).toHaveBeenCalledOnce();
  rerender(<Layer key="form" onClose={form} />);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(form).toHaveBeenCalledOnce();
});

it('of two layers of one level the later one closes', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const { rerender } = render(<Layer key="first" onClose={first} />);
  rerender(
    <>
      <Layer key="first" onClose={first} />
      <Layer key="second" onClose={second} />
    </>,
  );
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(second).toHaveBeenCalledOnce();
  expect(first).not.toHaveBeenCalled();
});

it('leaves Escape to an open list, and to a text that is being composed', () => {
  const { form } = closers();
  const { container } = render(
    <>
      <Layer onClose={form} />
      <input data-mantine-stop-propagation="true" />
    </>,
  );
  const input = container.querySelector('input');
  if (input) fireEvent.keyDown(input, { key: 'Escape' });
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
  expect(form).not.toHaveBeenCalled();
});
