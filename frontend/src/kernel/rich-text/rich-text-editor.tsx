// Where formatted text is written. What comes out is HTML that the sanitiser would let through unchanged.
import { Input } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { EditorContent, useEditor } from '@tiptap/react';
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
  const editor = useEditor({
    extensions: EXTENSIONS,
    enableInputRules: INPUT_RULES,
    enablePasteRules: ['link'],
    // Its styles are in the module beside this file: the page's policy allows none made at run time.
    injectCSS: false,
    content,
    editable: !disabled,
    editorProps,
    onUpdate: ({ editor: changed }) => {
      const html = htmlOf(changed);
      props.onChange(html === unchanged ? given : html);
    },
  });
  // The editor writes the same text in its own way; that alone is no change.
  const [unchanged] = useState(() => htmlOf(editor));
  return (
    <Input.Wrapper
      id={id}
      label={props.label}
      labelElement="div"
      labelProps={{
        onClick: () => {
          editor.commands.focus();
        },
      }}
      withAsterisk={required}
      error={props.error}
    >
      <div className={classes.frame} data-error={failed || undefined}>
        <EditorToolbar editor={editor} linking={linking} onLinking={setLinking} ref={toolbar} />
        <EditorContent editor={editor} className={classes.sheet} />
      </div>
    </Input.Wrapper>
  );
}

/** Nothing where nothing is written, and without the empty line that the editor keeps at its end. */
function htmlOf(editor: Editor): string {
  return editor.isEmpty ? '' : editor.getHTML().replace(/(?:<p><\/p>)+$/, '');
}
