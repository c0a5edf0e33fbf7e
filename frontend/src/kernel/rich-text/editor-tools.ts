// The tools of the editor as data: label, icon, command and state.
import type { Editor } from '@tiptap/core';
import type { Icon } from '@tabler/icons-react';
import type { MessageKey } from '~/kernel/i18n/i18n';
import {
  AlignCenterIcon,
  AlignLeftIcon,
  AlignRightIcon,
  BoldIcon,
  BulletListIcon,
  ClearFormattingIcon,
  HeadingIcon,
  ItalicIcon,
  OrderedListIcon,
  QuoteIcon,
  RedoIcon,
  RuleIcon,
  StrikeIcon,
  SubheadingIcon,
  UnderlineIcon,
  UndoIcon,
} from './editor-icons';

export interface Tool {
  name: MessageKey;
  icon: Icon;
  run: (editor: Editor) => boolean;
  /** Returns whether the tool is active at the cursor. */
  isOn?: (editor: Editor) => boolean;
  /** Returns whether the command has an effect. */
  isPossible?: (editor: Editor) => boolean;
}

const focused = (editor: Editor) => editor.chain().focus();

/** A tool that toggles a mark or a block. */
function toggle(name: MessageKey, icon: Icon, node: string, run: Tool['run']): Tool {
  return { name, icon, run, isOn: (editor) => editor.isActive(node) };
}

// Levels 3 and 4: the dialog in which the text is read has its title above them.
function heading(name: MessageKey, icon: Icon, level: 3 | 4): Tool {
  return {
    name,
    icon,
    run: (editor) => focused(editor).toggleHeading({ level }).run(),
    isOn: (editor) => editor.isActive('heading', { level }),
  };
}

function alignment(name: MessageKey, icon: Icon, textAlign: string): Tool {
  return {
    name,
    icon,
    run: (editor) => focused(editor).toggleTextAlign(textAlign).run(),
    isOn: (editor) => editor.isActive({ textAlign }),
  };
}

export const HISTORY: readonly Tool[] = [
  {
    name: 'richText.undo',
    icon: UndoIcon,
    run: (editor) => focused(editor).undo().run(),
    isPossible: (editor) => editor.can().undo(),
  },
  {
    name: 'richText.redo',
    icon: RedoIcon,
    run: (editor) => focused(editor).redo().run(),
    isPossible: (editor) => editor.can().redo(),
  },
];

export const HEADINGS: readonly Tool[] = [
  heading('richText.heading', HeadingIcon, 3),
  heading('richText.subheading', SubheadingIcon, 4),
];

export const MARKS: readonly Tool[] = [
  toggle('richText.bold', BoldIcon, 'bold', (editor) => focused(editor).toggleBold().run()),
  toggle('richText.italic', ItalicIcon, 'italic', (editor) => focused(editor).toggleItalic().run()),
  toggle('richText.underline', UnderlineIcon, 'underline', (editor) =>
    focused(editor).toggleUnderline().run(),
  ),
  toggle('richText.strike', StrikeIcon, 'strike', (editor) => focused(editor).toggleStrike().run()),
];

export const BLOCKS: readonly Tool[] = [
  toggle('richText.bulletList', BulletListIcon, 'bulletList', (editor) =>
    focused(editor).toggleBulletList().run(),
  ),
  toggle('richText.orderedList', OrderedListIcon, 'orderedList', (editor) =>
    focused(editor).toggleOrderedList().run(),
  ),
  toggle('richText.quote', QuoteIcon, 'blockquote', (editor) =>
    focused(editor).toggleBlockquote().run(),
  ),
  {
    name: 'richText.rule',
    icon: RuleIcon,
    run: (editor) => focused(editor).setHorizontalRule().run(),
  },
];

export const ALIGNMENT: readonly Tool[] = [
  alignment('richText.alignLeft', AlignLeftIcon, 'left'),
  alignment('richText.alignCenter', AlignCenterIcon, 'center'),
  alignment('richText.alignRight', AlignRightIcon, 'right'),
];

export const CLEARING: readonly Tool[] = [
  {
    name: 'richText.clear',
    icon: ClearFormattingIcon,
    run: (editor) => focused(editor).unsetAllMarks().clearNodes().unsetTextAlign().run(),
  },
];
