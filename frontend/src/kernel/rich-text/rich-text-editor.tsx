// The editor of formatted text. Its output is HTML that the sanitiser leaves unchanged.
//
// The editor lives only as long as the effects of this component. React may clean those up and run
// them again, as an Activity does when it hides content. There is no editor in between, and the
// next one continues with the current text.
import { Input } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { EditorContent, useEditor, type UseEditorOptions } from '@tiptap/react';
import { useId, useMemo, useRef, useState } from 'react';
import type { InputProps } from '~/kernel/field/kind';
import { isLetter } from '~/ui/use-shortcut';
import { EXTENSIONS, INPUT_RULES } from './editor-extensions';
import { EditorToolbar } from './editor-toolbar';
import classes from './editor.module.css';
import textClasses from './rich-text.module.css';
import { sanitisedHtml } from './sanitise';

export default function RichTextEditor(props: InputProps) {
  const id = useId();
  const toolbar = useRef<HTMLDivElement>(null);
  const [linking, setLinking] = useState(false);
  const [given] = useState(() => (typeof props.value === 'string' ? props.value : ''));
  const [content] = useState(() => sanitisedHtml(given));
  const failed = props.error !== undefined;
  const { required, disabled } = props;
  const { 'data-path': path, 'data-autofocus': autofocus } = props.marks;
  const editorProps = useMemo(
    () => ({
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-required': String(required),
        'aria-invalid': String(failed),
        ...(failed && { 'aria-describedby': `${id}-error` }),
        class: [textClasses.text, classes.writing].join(' '),
        dir: 'auto',
        'data-path': path,
        ...(autofocus && { 'data-autofocus': 'true' }),
      },
      handleKeyDown: (_view: unknown, event: KeyboardEvent) => {
        if (event.altKey && event.key === 'F10') {
          toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
          return true;
        }
        if ((event.ctrlKey || event.metaKey) && isLetter(event, 'k')) {
          event.preventDefault();
          setLinking(true);
          return true;
        }
        return false;
      },
    }),
    [id, required, failed, path, autofocus],
  );
  const editor = useMortalEditor({
    extensions: EXTENSIONS,
    enableInputRules: INPUT_RULES,
    enablePasteRules: ['link'],
    // The styles are in the CSS module next to this file: the content security policy forbids
    // styles injected at run time.
    injectCSS: false,
    content,
    editable: !disabled,
    editorProps,
    onCreate: ({ editor: made }) => {
      // The first editor starts with the initial value, a later one with the current value.
      if (props.value !== given) goOnWith(made, props.value);
    },
    onUpdate: ({ editor: changed }) => {
      const html = htmlOf(changed);
      props.onChange(html === unchanged ? given : html);
    },
  });
  // The editor serialises an unchanged text differently. That alone is not a change.
  const [unchanged] = useState(() => (editor ? htmlOf(editor) : ''));
  return (
    <Input.Wrapper
      id={id}
      label={props.label}
      labelElement="div"
      labelProps={{
        onClick: () => {
          editor?.commands.focus();
        },
      }}
      withAsterisk={required}
      error={props.error}
    >
      <div className={classes.frame} data-error={failed || undefined}>
        {editor && (
          <EditorToolbar editor={editor} linking={linking} onLinking={setLinking} ref={toolbar} />
        )}
        <EditorContent editor={editor} className={classes.sheet} />
      </div>
    </Input.Wrapper>
  );
}

/** The library's type omits that there is temporarily no editor. */
function useMortalEditor(options: UseEditorOptions): Editor | null {
  return useEditor(options);
}

/** Not part of the undo history: the user did not type it. */
function goOnWith(editor: Editor, value: unknown): void {
  const html = typeof value === 'string' ? sanitisedHtml(value) : '';
  editor.chain().setMeta('addToHistory', false).setContent(html, { emitUpdate: false }).run();
}

/**
 * Returns the empty string for an empty document, and removes the empty paragraphs that the editor
 * keeps at the end.
 */
function htmlOf(editor: Editor): string {
  return editor.isEmpty ? '' : editor.getHTML().replace(/(?:<p><\/p>)+$/, '');
}
