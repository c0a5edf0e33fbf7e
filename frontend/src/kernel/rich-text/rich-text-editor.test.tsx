import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Editor } from '@tiptap/core';
import { Activity, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import '~/kernel/testing/unmeasured';
import RichTextEditor from './rich-text-editor';
import { sanitise } from './sanitise';

function open(value: string, error?: string) {
  const onChange = vi.fn<(value: unknown) => void>();
  render(
    <MantineProvider env="test">
      <RichTextEditor
        label="내용"
        value={value}
        onChange={onChange}
        error={error}
        required
        maxLength={60_000}
        marks={{ 'data-path': 'content' }}
        disabled={false}
      />
    </MantineProvider>,
  );
  const textbox = screen.getByRole('textbox', { name: /내용/ });
  const editor: unknown = Reflect.get(textbox, 'editor');
  if (!(editor instanceof Editor)) throw new Error('No editor');
  return { onChange, textbox, editor };
}

const tool = (name: string) =>
  within(screen.getByRole('toolbar', { name: '글 서식' })).getByRole('button', { name });

/** Hides content as React's Activity does: the effects of hidden content are cleaned up. */
function Hideable() {
  const [value, setValue] = useState<unknown>('<p>처음</p>');
  const [shown, setShown] = useState(true);
  return (
    <MantineProvider env="test">
      <button
        onClick={() => {
          setShown(!shown);
        }}
      >
        전환
      </button>
      <Activity mode={shown ? 'visible' : 'hidden'}>
        <RichTextEditor
          label="내용"
          value={value}
          onChange={setValue}
          error={undefined}
          required
          maxLength={60_000}
          marks={{ 'data-path': 'content' }}
          disabled={false}
        />
      </Activity>
    </MantineProvider>
  );
}

describe('the editor of formatted text', () => {
  it('goes on with its text after it was hidden', async () => {
    render(<Hideable />);
    const editor: unknown = Reflect.get(screen.getByRole('textbox', { name: /내용/ }), 'editor');
    if (!(editor instanceof Editor)) throw new Error('No editor');
    act(() => {
      editor.commands.setContent('<p>나중</p>', { emitUpdate: true });
    });
    const toggle = screen.getByRole('button', { name: '전환' });
    await userEvent.click(toggle);
    // Longer than the delay before an unused editor is destroyed.
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(editor.isDestroyed).toBe(true);
    await userEvent.click(toggle);
    await waitFor(() => {
      expect(screen.getByRole('textbox', { name: /내용/ })).toHaveTextContent('나중');
    });
    expect(tool('실행 취소')).toHaveAttribute('aria-disabled', 'true');
  });

  it('tells what it is, that it is required, and what is wrong with it', () => {
    const { textbox } = open('', '필수 입력 항목입니다.');
    expect(textbox).toHaveAttribute('aria-multiline', 'true');
    expect(textbox).toBeRequired();
    expect(textbox).toBeInvalid();
    expect(textbox).toHaveAccessibleDescription('필수 입력 항목입니다.');
    expect(textbox).toHaveAttribute('data-path', 'content');
  });

  it('changes nothing by opening a text that it would write differently', async () => {
    const written = '<p>하나</p>\n\n<p>둘<br/></p><div>셋</div><table><tr><td>넷</td></tr></table>';
    const { onChange, editor } = open(written);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(onChange).not.toHaveBeenCalled();
    act(() => {
      editor.commands.insertContent('새로 ');
    });
    expect(onChange).toHaveBeenLastCalledWith(expect.stringContaining('새로 '));
    act(() => {
      editor.commands.undo();
    });
    // Undo restores the exact initial text.
    expect(onChange).toHaveBeenLastCalledWith(written);
  });

  it('is empty when nothing is written, whatever empty lines are left', () => {
    const { onChange, editor } = open('<p>하나</p>');
    act(() => {
      editor.commands.clearContent(true);
    });
    expect(onChange).toHaveBeenLastCalledWith('');
  });

  it.each([
    ['굵게', '<p><strong>글</strong></p>'],
    ['밑줄', '<p><u>글</u></p>'],
    ['제목', '<h3>글</h3>'],
    ['글머리 기호 목록', '<ul><li><p>글</p></li></ul>'],
    ['인용', '<blockquote><p>글</p></blockquote>'],
    ['가운데 맞춤', '<p class="text-center">글</p>'],
  ])('%s is written as %s, and is on afterwards', async (name, html) => {
    const { onChange, editor } = open('<p>글</p>');
    act(() => {
      editor.commands.setTextSelection({ from: 1, to: 2 });
    });
    await userEvent.click(tool(name));
    expect(onChange).toHaveBeenLastCalledWith(html);
    await waitFor(() => {
      expect(tool(name)).toHaveAttribute('aria-pressed', 'true');
    });
    await userEvent.click(tool(name));
    expect(onChange).toHaveBeenLastCalledWith('<p>글</p>');
  });

  it('writes what the sanitiser lets through unchanged', async () => {
    const { onChange, editor } = open(
      '<h3 style="text-align:right">제목</h3><p><strong>굵게</strong> <a href="https://a.example">링크</a> H<sub>2</sub>O <img src="data:image/png;base64,iVBORw0KGgo=" alt="그림"></p><ol start="4"><li>넷</li></ol>',
    );
    act(() => {
      editor.commands.focus('end');
    });
    await userEvent.click(tool('표'));
    const html = String(onChange.mock.lastCall?.[0]);
    expect(html).toContain('<h3 class="text-right">제목</h3>');
    expect(html).toContain('<sub>2</sub>');
    expect(html).toContain('<table><tbody><tr><th>');
    // Display adds only loading hints to pictures.
    const shown = sanitise(html);
    for (const picture of shown.querySelectorAll('img')) {
      picture.removeAttribute('loading');
      picture.removeAttribute('referrerpolicy');
    }
    const written = document.createRange().createContextualFragment(html);
    expect(shown.isEqualNode(written)).toBe(true);
  });

  it('is one stop for Tab, and the arrow keys move within its tools', async () => {
    open('<p>글</p>');
    const tools = within(screen.getByRole('toolbar')).getAllByRole('button');
    expect(tools.filter(({ tabIndex }) => tabIndex === 0)).toEqual([tool('실행 취소')]);
    tool('실행 취소').focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(tool('제목')).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(tool('서식 지우기')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(tool('실행 취소')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(tool('서식 지우기')).toHaveFocus();
    expect(tools.filter(({ tabIndex }) => tabIndex === 0)).toEqual([tool('서식 지우기')]);
  });

  it('puts a link on the chosen words, and refuses an address that is none', async () => {
    const { onChange, editor } = open('<p>도움말</p>');
    act(() => {
      editor.commands.setTextSelection({ from: 1, to: 4 });
    });
    await userEvent.click(tool('링크'));
    const address = await screen.findByRole('textbox', { name: '주소' });
    await userEvent.type(address, 'javascript:alert(1)');
    await userEvent.click(screen.getByRole('button', { name: '적용' }));
    expect(address).toBeInvalid();
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.clear(address);
    await userEvent.type(address, 'uno.example{Enter}');
    expect(onChange).toHaveBeenLastCalledWith(
      '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://uno.example">도움말</a></p>',
    );
  });

  it('opens the link by its key on a keyboard of Korean letters, too', async () => {
    const { textbox } = open('<p>공지 참고</p>');
    fireEvent.keyDown(textbox, { key: 'ㅏ', code: 'KeyK', ctrlKey: true });
    expect(await screen.findByRole('dialog', { name: '링크' })).toBeVisible();
  });

  it('pastes without what acts', () => {
    const { onChange, editor } = open('');
    act(() => {
      editor.commands.insertContent(
        '<p onclick="alert(1)">글<script>alert(1)</script><a href="javascript:alert(1)">링크</a><img src="x" onerror="alert(1)"></p>',
      );
    });
    expect(onChange).toHaveBeenLastCalledWith(expect.stringContaining('<p>글'));
    expect(String(onChange.mock.lastCall?.[0])).not.toMatch(/onclick|<script|javascript|<img/);
  });
});
