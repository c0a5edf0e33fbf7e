// Where formatted text is written. What comes out is HTML that the sanitiser would let through unchanged.
//
// The editor lives no longer than the effects of this component, and React may end those and begin them again
// (whatever hides it in an Activity does): there is no editor meanwhile, and the next one goes on with the text
// as it was left.
import { Input } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { EditorContent, useEditor, type UseEditorOptions } from '@tiptap/react';
import { useId, useMemo, useRef, useState } from 'react';
import type { InputProps } from '~/kernel/field/kind';
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
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
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
    // Its styles are in the module beside this file: the page's policy allows none made at run time.
    injectCSS: false,
    content,
    editable: !disabled,
    editorProps,
    onCreate: ({ editor: made }) => {
      // The first one starts from what was given, a later one from what has become of it.
      if (props.value !== given) goOnWith(made, props.value);
    },
    onUpdate: ({ editor: changed }) => {
      const html = htmlOf(changed);
      props.onChange(html === unchanged ? given : html);
    },
  });
  // The editor writes the same text in its own way; that alone is no change.
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

/** The library's type leaves out that there is none between two of them. */
function useMortalEditor(options: UseEditorOptions): Editor | null {
  return useEditor(options);
}

/** No step that could be taken back: nobody has written it into this editor. */
function goOnWith(editor: Editor, value: unknown): void {
  const html = typeof value === 'string' ? sanitisedHtml(value) : '';
  editor.chain().setMeta('addToHistory', false).setContent(html, { emitUpdate: false }).run();
}

/** Nothing where nothing is written, and without the empty line that the editor keeps at its end. */
function htmlOf(editor: Editor): string {
  return editor.isEmpty ? '' : editor.getHTML().replace(/(?:<p><\/p>)+$/, '');
}
