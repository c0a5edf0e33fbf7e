import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { useShortcut } from './use-shortcut';

const search = vi.fn();
const menu = vi.fn();

function Page() {
  useShortcut('/', search);
  useShortcut('b', menu, true);
  return <input aria-label="이름" />;
}

describe('a shortcut', () => {
  it('acts on its key alone, and not while that is written', async () => {
    search.mockClear();
    render(<Page />);
    await userEvent.keyboard('/');
    await userEvent.keyboard('{Control>}/{/Control}{Alt>}/{/Alt}');
    expect(search).toHaveBeenCalledTimes(1);
    await userEvent.type(screen.getByLabelText('이름'), '1/2');
    expect(search).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText('이름')).toHaveValue('1/2');
  });

  it('with Ctrl or Cmd acts in a field, too', async () => {
    menu.mockClear();
    render(<Page />);
    await userEvent.keyboard('{Control>}b{/Control}');
    screen.getByLabelText('이름').focus();
    await userEvent.keyboard('{Meta>}b{/Meta}b');
    expect(menu).toHaveBeenCalledTimes(2);
    expect(screen.getByLabelText('이름')).toHaveValue('b');
  });

  it.each([
    ['Russian', 'и', 'KeyB'],
    ['Arabic', 'لا', 'KeyB'],
    ['Korean', 'ㅠ', 'KeyB'],
    ['Korean, while its input method composes', 'Process', 'KeyB'],
    ['English with Caps Lock', 'B', 'KeyB'],
    ['Dvorak, where it is written elsewhere', 'b', 'KeyN'],
  ])('of a letter acts on a keyboard that is %s', (_, key, code) => {
    menu.mockClear();
    render(<Page />);
    fireEvent.keyDown(document.body, { key, code, ctrlKey: true });
    expect(menu).toHaveBeenCalledTimes(1);
  });

  it('leaves a key alone on which another Latin letter or no letter is written', () => {
    menu.mockClear();
    search.mockClear();
    render(<Page />);
    fireEvent.keyDown(document.body, { key: 'x', code: 'KeyB', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: '-', code: 'Slash' });
    expect(menu).not.toHaveBeenCalled();
    expect(search).not.toHaveBeenCalled();
  });
});
