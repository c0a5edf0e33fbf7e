// The editor's toolbar: a single tab stop, with arrow keys to move within it.
import { ActionIcon, useDirection } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useState, type FocusEvent, type KeyboardEvent, type Ref } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import classes from './editor.module.css';
import { ALIGNMENT, BLOCKS, CLEARING, HEADINGS, HISTORY, MARKS, type Tool } from './editor-tools';
import { LinkTool } from './link-tool';
import { TableTool } from './table-tool';
import { toolProps } from './tool-props';

const FIRST = 'richText.undo';

interface EditorToolbarProps {
  editor: Editor;
  linking: boolean;
  onLinking: (open: boolean) => void;
  ref: Ref<HTMLDivElement>;
}

export function EditorToolbar({ editor, linking, onLinking, ref }: EditorToolbarProps) {
  const t = useText();
  const { dir } = useDirection();
  const [current, setCurrent] = useState<string>(FIRST);
  const groups = [HISTORY, HEADINGS, MARKS, BLOCKS, ALIGNMENT];
  const draw = (tools: readonly Tool[]) =>
    tools.map((tool) => (
      <ToolButton key={tool.name} editor={editor} tool={tool} current={current === tool.name} />
    ));
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label={t('richText.toolbar')}
      className={classes.toolbar}
      onKeyDown={(event) => {
        moveFocus(event, dir === 'rtl');
      }}
      onFocus={(event: FocusEvent<HTMLElement>) => {
        // Popovers of the toolbar are elsewhere in the DOM, but their React events bubble through
        // here.
        if (event.currentTarget.contains(event.target)) {
          setCurrent(event.target.dataset.tool ?? FIRST);
        }
      }}
    >
      {groups.map((tools) => (
        <div key={tools[0]?.name} className={classes.group}>
          {draw(tools)}
        </div>
      ))}
      <div className={classes.group}>
        <LinkTool
          editor={editor}
          current={current === 'richText.link'}
          opened={linking}
          onOpened={onLinking}
        />
        <TableTool editor={editor} current={current === 'richText.table'} />
        {draw(CLEARING)}
      </div>
    </div>
  );
}

interface ToolButtonProps {
  editor: Editor;
  tool: Tool;
  current: boolean;
}

function ToolButton({ editor, tool, current }: ToolButtonProps) {
  const t = useText();
  const { on, possible } = useEditorState({
    editor,
    selector: () => ({ on: tool.isOn?.(editor), possible: tool.isPossible?.(editor) ?? true }),
  });
  const { icon: Shape } = tool;
  return (
    <ActionIcon
      {...toolProps(tool.name, t(tool.name), current)}
      variant={on === true ? 'light' : 'subtle'}
      color={on === true ? 'teal' : 'gray'}
      aria-pressed={on}
      // Not `disabled`, because the focus must stay in the toolbar when there is nothing left to
      // undo.
      {...(!possible && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => {
        if (possible) tool.run(editor);
      }}
    >
      <Shape size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

function moveFocus(event: KeyboardEvent<HTMLElement>, mirrored: boolean): void {
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tool]')];
  const at = tools.findIndex((tool) => tool === event.target);
  if (at < 0) return;
  const step = (STEPS[event.key] ?? 0) * (mirrored ? -1 : 1);
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : (at + step) % tools.length;
  if (step === 0 && event.key !== 'Home' && event.key !== 'End') return;
  event.preventDefault();
  tools.at(next)?.focus();
}
